import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { useDiscord } from '../discord/discord.port.ts'
import { proposalsQuery } from './entitlements.queries.ts'
import classes from './Entitlements.module.css'

/** Members whose roles in Discord suggest a department or rank they do not have. Only read: someone decides on each. */
export function ProposalsCard() {
  const guilds = (useDiscord().data?.guilds ?? []).filter(({ leftAt }) => leftAt === null)
  const [chosen, setChosen] = useState<string | null>(null)
  const guildId = (guilds.find((each) => each.guildId === chosen) ?? guilds[0])?.guildId
  if (guildId === undefined) return null
  return (
    <Card
      title="Suggested by Discord"
      aside="Roles in Discord are only suggestions: you decide."
      link={
        guilds.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Discord server"
            value={guildId}
            data={guilds.map(({ guildId: value, name }) => ({ value, label: name }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )
      }
      flush
    >
      <Proposals key={guildId} guildId={guildId} />
    </Card>
  )
}

function Proposals({ guildId }: { guildId: string }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(proposalsQuery(guildId, page))
  if (isError) return <CardError what="The suggestions" onRetry={refetch} />
  if (!data) return <CardLoading />
  if (data.items.length === 0 && page === 1)
    return (
      <div className={classes.note}>
        <CardNote>Nobody has a role in Discord that their department or rank in the portal would not give.</CardNote>
      </div>
    )
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label="Suggested by Discord">
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">In Discord</th>
              <th scope="col">Has the role</th>
              <th scope="col">Which goes with</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ userId, name, discordName, roleName, suggestions }) => (
              <tr key={`${userId} ${roleName}`}>
                <th scope="row">
                  <Link to="/staff/members/$userId" params={{ userId: String(userId) }}>
                    {name}
                  </Link>
                </th>
                <td>{discordName}</td>
                <td>{roleName}</td>
                <td>{suggestions.join(' or ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager label="Suggestions" {...data} onPage={setPage} />
    </>
  )
}
