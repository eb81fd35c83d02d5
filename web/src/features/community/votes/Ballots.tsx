import type { Vote } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { When } from '../../../ui/Facts.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { ballotsQuery } from './votes.queries.ts'
import classes from './Votes.module.css'

/** Who voted for what. */
export function Ballots({ vote: { voteId, question, options }, onClose }: { vote: Vote; onClose: () => void }) {
  const now = useNow()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(ballotsQuery(voteId, page))
  return (
    <FormModal title={question} onClose={onClose}>
      {!data ? (
        isError ? (
          <CardError what="The votes" onRetry={refetch} />
        ) : (
          <CardLoading rows={5} />
        )
      ) : data.items.length === 0 ? (
        <CardNote>Nobody has voted yet.</CardNote>
      ) : (
        <table className={classes.ballots}>
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Voted for</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ member, option, at }) => (
              <tr key={member.userId}>
                <td>{member.name}</td>
                <td>{options[option]?.label}</td>
                <td>
                  <When at={at} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && <Pager label="votes" {...data} page={page} onPage={setPage} />}
    </FormModal>
  )
}
