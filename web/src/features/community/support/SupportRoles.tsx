import { NativeSelect } from '@mantine/core'
import { setSupportRole, type SupportRole } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { keepSupportRole, supportRolesQuery } from './support.queries.ts'

/** Which role takes care of tickets, for those who may choose it. */
export function SupportRoles() {
  const { data: servers = [] } = useQuery(supportRolesQuery)
  if (servers.length === 0) return null
  return (
    <Card title="Support role">
      <CardNote>
        Mentioned in each new ticket, which adds its members to the thread. Everyone else needs Manage Threads in Discord to see it there.
      </CardNote>
      {servers.map((server) => (
        <RoleChoice key={server.guildId} server={server} />
      ))}
    </Card>
  )
}

function RoleChoice({ server: { guildId, server, roleId, roles, problem } }: { server: SupportRole }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const choose = async (chosen: string) => {
    setBusy(true)
    setFailure(null)
    try {
      keepSupportRole(await call(setSupportRole, { params: { guildId }, body: { roleId: chosen === '' ? null : chosen } }))
    } catch (error) {
      setFailure(errorInfo(error))
    }
    setBusy(false)
  }
  return (
    <>
      <NativeSelect
        label={server}
        value={roleId ?? ''}
        data={[{ value: '', label: 'No role' }, ...roles.map((each) => ({ value: each.roleId, label: each.name }))]}
        error={problem}
        aria-busy={isBusy || undefined}
        onChange={({ currentTarget }) => void (isBusy || choose(currentTarget.value))}
      />
      <FormError error={failure} />
    </>
  )
}
