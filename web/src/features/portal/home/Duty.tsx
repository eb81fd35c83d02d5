import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, type CurrentUser, type Patrol, type UserDepartment } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { duration } from '../../../platform/format/durations.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

export function DutyState({ isOnDuty, patrol, now }: { isOnDuty: boolean; patrol: Patrol | undefined; now: Date }) {
  if (!isOnDuty) return <StatusBadge tone="off">Off duty</StatusBadge>
  if (!patrol) return <StatusBadge tone="available">On duty</StatusBadge>
  const minutes = (now.getTime() - new Date(patrol.startedAt).getTime()) / 60_000
  return (
    <StatusBadge tone="available">
      On duty for {duration(minutes)}, {patrol.departmentName} on {patrol.serverName}
    </StatusBadge>
  )
}

/** Users on duty return to their desktop; everyone else first selects server, department and call sign. */
export function DutyActions({ user, isOnDuty }: { user: CurrentUser; isOnDuty: boolean }) {
  if (!isAllowed(cadDepartment, accessSubject(user))) return null
  if (isOnDuty) return <CadButton isMain to="/cad/desktop" label="Open the CAD" />
  const { asUnit, asCivilian } = dutyWays(user.userDepartments)
  return (
    <>
      {asCivilian && <CadButton isMain={!asUnit} label="Start civilian patrol" />}
      {asUnit && <CadButton isMain label="Go on duty" />}
    </>
  )
}

function CadButton({ isMain, label, to = '/cad' }: { isMain: boolean; label: string; to?: '/cad' | '/cad/desktop' }) {
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      renderRoot={(props) => <Link to={to} {...props} />}
      leftSection={isMain ? <Icon name="police" size={18} /> : undefined}
    >
      {label}
    </Button>
  )
}

type Posting = { readonly department: Pick<UserDepartment['department'], 'type' | 'isCadEnabled'> }

/** How a member of these departments can start a patrol. */
export function dutyWays(departments: readonly Posting[]): { readonly asUnit: boolean; readonly asCivilian: boolean } {
  const open = departments.filter(({ department }) => department.isCadEnabled)
  return {
    asUnit: open.some(({ department }) => department.type !== 'Civilian'),
    asCivilian: open.some(({ department }) => department.type === 'Civilian'),
  }
}
