import { votesSwitch } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useIsOn } from '../../../platform/features/features.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { Entry, ENTRY_LINK, EntryList } from '../../../ui/EntryList.tsx'
import { When } from '../../../ui/Facts.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'
import { openVotesQuery } from './votes.queries.ts'

/** Votes one can take part in, in Discord; nothing where there are none. */
export function OpenVotesCard() {
  const now = useNow()
  const isOn = useIsOn(votesSwitch)
  const votes = useQuery({ ...openVotesQuery, enabled: isOn }).data
  const open = votes?.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime()) ?? []
  const { list, button } = useShowAll({ count: open.length, first: 1, words: `All ${open.length} votes` })
  if (!isOn || open.length === 0) return null
  return (
    <Card title={open.length === 1 ? 'Vote open' : 'Votes open'} aside="in Discord">
      <EntryList label="Open votes" {...list}>
        {open.map(({ voteId, question, endsAt, url, ownOption }) => (
          <Entry
            key={voteId}
            text={
              <>
                <a href={url} target="_blank" rel="noopener noreferrer" className={ENTRY_LINK}>
                  {question}
                </a>
                <span className="muted"> · {ownOption === null ? 'you have not voted' : `you voted for ${ownOption}`}</span>
              </>
            }
          >
            <span className="muted">
              ends <When at={endsAt} now={now} />
            </span>
          </Entry>
        ))}
      </EntryList>
      {button}
    </Card>
  )
}
