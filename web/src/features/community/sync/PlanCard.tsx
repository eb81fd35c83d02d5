import { Text } from '@mantine/core'
import { accessSubject, discordAdmin, isAllowed, type DiscordGuild, type PlannedChange } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import classes from './Sync.module.css'
import { countWords, durationWords, notRenamedWords, peopleWords } from './sync.labels.ts'
import { actOnSync, follow, planQuery } from './sync.queries.ts'

/** The changes that following the portal would make, to be looked at before any is made. */
export function PlanCard({ guild }: { guild: DiscordGuild }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(planQuery(guild.guildId, page))
  const mayStart = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  if (!data) return error ? <PageError error={error} onRetry={refetch} /> : <PageLoading label="Working out what would change" />
  const start = async () => {
    const isSure = await confirm({
      title: `Let roles in ${guild.name} follow the portal?`,
      body: `${countWords(data.counts)}. From then on, roles change with the portal.`,
      confirmLabel: 'Start',
    })
    if (isSure) await actOnSync(() => follow(guild.guildId, data.digest))
  }
  return (
    <>
      <Card
        title="Before roles follow the portal"
        link={
          mayStart && (
            <ActionButton size="xs" action={start}>
              Start following
            </ActionButton>
          )
        }
      >
        <p className={classes.lead}>
          {countWords(data.counts)}. {peopleWords(data.linked)} linked. Members keep the roles they already have: these are not taken away
          later.
        </p>
        {durationWords(data.counts) !== '' && <p className={classes.note}>{durationWords(data.counts)}</p>}
        {data.notRenamed > 0 && <p className={classes.note}>{notRenamedWords(data.notRenamed)}</p>}
        {!mayStart && <p className={classes.note}>An admin, or someone with DISCORD_ADMIN, can start it.</p>}
        {data.byRole.length > 0 && (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Role</th>
                <th scope="col" className={classes.number}>
                  Given
                </th>
                <th scope="col" className={classes.number}>
                  Taken
                </th>
                <th scope="col" className={classes.number}>
                  Have it already
                </th>
              </tr>
            </thead>
            <tbody>
              {data.byRole.map(({ roleId, name, gives, takes, theirs }) => (
                <tr key={roleId}>
                  <td>{name}</td>
                  <td className={classes.number}>{gives}</td>
                  <td className={classes.number}>{takes}</td>
                  <td className={classes.number}>{theirs}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      <Card title="By member" aside={data.total.toLocaleString('en')} flush>
        {data.items.length === 0 ? (
          <Empty
            title="Nothing would change"
            text={
              <>
                Choose what departments, ranks and role groups give under <Link to="/discord/entitlements">Entitlements</Link>.
              </>
            }
          />
        ) : (
          <ul className={classes.rows}>
            {data.items.map((change) => (
              <Change key={change.member.userId} {...change} />
            ))}
          </ul>
        )}
        <Pager label="members" {...data} page={page} onPage={setPage} />
      </Card>
    </>
  )
}

const Change = ({ member, gives, takes, nickname }: PlannedChange) => (
  <li className={classes.row}>
    <Text span inherit fw={600} className="anywhere">
      {member.name}
    </Text>
    <span className={classes.what}>
      {gives.map(({ roleId, name }) => (
        <Text key={roleId} span c="var(--available)" inherit>
          + {name}
        </Text>
      ))}
      {takes.map(({ roleId, name }) => (
        <span key={roleId} className={classes.minus}>
          − {name}
        </span>
      ))}
      {nickname && (
        <span>
          {nickname.before !== null && <span className={classes.minus}>{nickname.before} → </span>}
          <Text span c="var(--available)" inherit>
            {nickname.after}
          </Text>
        </span>
      )}
    </span>
  </li>
)
