import { accessSubject, admin, DiscordRoleType, isAllowed, manageDiscord, setDiscordRoleType, type DiscordRole } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { filterRoles, isMapped, sortedRoles, type Follows, type RoleFilter } from './discord-lists.ts'
import { count, whyNotWords } from './discord.labels.ts'
import { guildQuery, keepNews, refreshGuilds } from './discord.queries.ts'
import classes from './Lists.module.css'
import { ListSearch, NothingMatches, SaveNews } from './ListTools.tsx'
import { TypeField } from './TypeField.tsx'
import { useTypeSaves } from './use-type-saves.ts'
import { problemId, VirtualTable } from './VirtualTable.tsx'

const COLUMNS = 'minmax(120px, 1.1fr) 158px minmax(110px, 1fr) 84px'
const TYPES = DiscordRoleType.options.map((value) => ({ value, label: value }))
const POWERFUL = 'Gives power over the Discord server: only an admin can change its type.'
const keyOf = ({ roleId }: DiscordRole) => roleId

type RolesCardProps = { guildId: string; roles: readonly DiscordRole[]; follows: Follows }

/** The roles of a Discord server, what each stands for and what gives it. */
export function RolesCard({ guildId, roles, follows }: RolesCardProps) {
  const subject = accessSubject(useSignedInUser())
  const [mayManage, isAdmin] = [isAllowed(manageDiscord, subject), isAllowed(admin, subject)]
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<RoleFilter>('all')
  const sorted = useMemo(() => sortedRoles(roles), [roles])
  const shown = useMemo(() => filterRoles(sorted, search, filter, follows), [sorted, search, filter, follows])
  const mapped = roles.filter((role) => isMapped(role, follows)).length
  const { saves, choose } = useTypeSaves<DiscordRoleType>({
    versionOf: (id) => queryClient.getQueryData(guildQuery(guildId).queryKey)?.roles.find(({ roleId }) => roleId === id)?.version,
    save: async (roleId, type, version) =>
      keepNews({
        event: 'role.saved',
        payload: await call(setDiscordRoleType, { params: { roleId }, body: { type, version }, quiet: true }),
      }),
    reload: refreshGuilds,
  })
  const toggle = (wanted: RoleFilter) => setFilter((before) => (before === wanted ? 'all' : wanted))
  return (
    <Card
      flush
      title={
        <span id="roles" className={classes.title} tabIndex={-1}>
          Roles
        </span>
      }
      aside={<span className="mono">{count(roles.length)}</span>}
      link={
        <span className={classes.controls}>
          <Link to="/discord/entitlements">What gives roles</Link>
          <ListSearch label="Search roles" total={roles.length} value={search} onSearch={setSearch} />
          <FilterChip isOn={filter === 'mapped'} onClick={() => toggle('mapped')}>
            Mapped {count(mapped)}
          </FilterChip>
          <FilterChip isOn={filter === 'others'} onClick={() => toggle('others')}>
            Not mapped {count(roles.length - mapped)}
          </FilterChip>
        </span>
      }
    >
      <SaveNews saves={saves} nameOf={(id) => roles.find(({ roleId }) => roleId === id)?.name} />
      {shown.length === 0 ? (
        roles.length === 0 ? (
          <p className={classes.none}>This Discord server has no roles yet, or they are still being read.</p>
        ) : (
          <NothingMatches
            words="No role matches."
            onClear={() => {
              setSearch('')
              setFilter('all')
              document.getElementById('roles')?.focus()
            }}
          />
        )
      ) : (
        <VirtualTable
          label="Roles in Discord"
          columns={COLUMNS}
          head={
            <>
              <th scope="col">In Discord</th>
              <th scope="col">Type</th>
              <th scope="col">Follows</th>
              <th scope="col" className={classes.number}>
                Members
              </th>
            </>
          }
          rows={shown}
          rowKey={keyOf}
          problemOf={({ roleId }) => saves.get(roleId)?.problem ?? ''}
          renderCells={(role) => (
            <>
              <td title={role.name}>
                <i className={classes.dot} style={{ background: colourOf(role) }} aria-hidden />
                <span className={role.isGone ? classes.gone : undefined}>{role.name}</span>
              </td>
              <td className={classes.typeCell}>
                {mayManage ? (
                  <TypeField
                    label={`Type of ${role.name}`}
                    value={role.type}
                    options={TYPES}
                    save={saves.get(role.roleId)}
                    reason={role.isPowerful && !isAdmin ? POWERFUL : null}
                    errorId={problemId(role.roleId)}
                    onChoose={(type) => void choose(role.roleId, type)}
                  />
                ) : (
                  role.type
                )}
              </td>
              <FollowsCell role={role} follows={follows.get(role.roleId)} />
              <td className={classes.number}>{count(role.memberCount)}</td>
            </>
          )}
        />
      )}
    </Card>
  )
}

/** The sources of the role, or why it can't be given; both where the portal would give a role that it can't. */
function FollowsCell({ role, follows }: { role: DiscordRole; follows: string | undefined }) {
  const why = whyNotWords(role)
  const words = [why?.isProblem || !follows ? why?.words : undefined, follows].filter((each) => each !== undefined)
  return (
    <td title={words.join(' · ') || undefined} className={why?.isProblem ? classes.warning : follows ? undefined : 'faint'}>
      <span className={classes.words}>{words.length === 0 ? '—' : words.join(' · ')}</span>
    </td>
  )
}

/** Discord's 0 is no colour. */
const colourOf = ({ color }: DiscordRole): string => (color === 0 ? 'var(--line-strong)' : `#${color.toString(16).padStart(6, '0')}`)
