import { Button, Text } from '@mantine/core'
import { RoleGroupName, type EntitlementDepartment } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/Card.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { DiscordHeader, useDiscord } from '../discord/discord.port.ts'
import type { Entitlements, SourceRow } from './entitlement.labels.ts'
import { entitlementsQuery, useMayEntitle } from './entitlements.queries.ts'
import { NicknameForm } from './NicknameForm.tsx'
import { ProposalsCard } from './ProposalsCard.tsx'
import { SourceTable } from './SourceTable.tsx'
import { Stack } from '../../../ui/layout.tsx'

/** The one place that says what a department, rank, role group and so on gives beyond the portal. */
export function EntitlementsPage() {
  const { data, error, refetch } = useQuery(entitlementsQuery)
  const discord = useDiscord()
  return (
    <Stack>
      <DiscordHeader title="Entitlements" known={discord.data} />
      <Text c="dimmed" inherit>
        What departments, ranks and role groups give beyond the portal. Entitlements never give portal roles, permissions or the right to
        sign warrants.
      </Text>
      {data ? <Known known={data} /> : error ? <PageError error={error} onRetry={refetch} /> : <PageLoading label="Loading entitlements" />}
    </Stack>
  )
}

function Known({ known }: { known: Entitlements }) {
  const { mayManage, isAdmin } = useMayEntitle()
  return (
    <>
      {known.departments.length === 0 && (
        <Card>
          <Empty
            title="No departments"
            text="Ranks of departments lead to Discord roles, whitelists and in-game groups."
            action={isAdmin && <Button renderRoot={(props) => <Link to="/admin/departments" {...props} />}>Departments</Button>}
          />
        </Card>
      )}
      {known.departments.map((department) => (
        <Card key={department.departmentId} title={department.name} aside={department.fullName} flush>
          <SourceTable label={`What ${department.name} gives`} who="Rank" rows={rowsOf(department)} known={known} hasAll />
          <NicknameForm department={department} />
        </Card>
      ))}
      <Card title="Role groups" aside="Higher groups get it too: an admin is also staff" flush>
        <SourceTable label="What role groups give" who="Group" rows={GROUPS} known={known} />
      </Card>
      <Card title="Everyone else" aside="For as long as it lasts" flush>
        <SourceTable label="What others give" who="Members" rows={OTHERS} known={known} />
      </Card>
      {mayManage && <ProposalsCard />}
    </>
  )
}

const rowsOf = ({ departmentId, name, ranks }: EntitlementDepartment): SourceRow[] => [
  { source: { kind: 'department', departmentId }, label: 'Every rank', name: `${name}, every rank`, capabilities: [] },
  ...ranks.map(({ rankId, name: rank, capabilities }) => ({
    source: { kind: 'rank' as const, departmentId, rankId },
    label: rank,
    name: `${name} ${rank}`,
    capabilities,
  })),
]

const GROUPS: readonly SourceRow[] = RoleGroupName.options.map((roleGroup) => ({
  source: { kind: 'roleGroup', roleGroup },
  label: roleGroup,
  name: roleGroup,
}))

const OTHERS: readonly SourceRow[] = [
  { source: { kind: 'linked' }, label: 'Linked to Discord', name: 'every linked member' },
  { source: { kind: 'whitelist', environment: 'prod' }, label: 'Whitelisted, game servers', name: 'the whitelist of game servers' },
  {
    source: { kind: 'whitelist', environment: 'dev' },
    label: 'Whitelisted, development',
    name: 'the whitelist of development servers',
  },
  { source: { kind: 'leave' }, label: 'On leave', name: 'members on leave' },
  { source: { kind: 'ridealong' }, label: 'On a ride-along', name: 'ride-alongs' },
  { source: { kind: 'pass' }, label: 'With a temporary pass', name: 'temporary passes' },
]
