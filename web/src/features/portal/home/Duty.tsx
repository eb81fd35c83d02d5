import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, type CurrentUser, type OpenPatrol, type UserDepartment } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { duration } from '../../../platform/format/durations.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** The patrol under way, on duty or in the game as a civilian. */
export type PatrolUnderWay = Pick<OpenPatrol, 'startedAt' | 'departmentName' | 'serverName' | 'isCivilian'>

type DutyProps = { isOnDuty: boolean; patrol: PatrolUnderWay | null | undefined }

export function DutyState({ isOnDuty, patrol, now }: DutyProps & { now: Date }) {
  if (!patrol) return <StatusBadge tone={isOnDuty ? 'available' : 'off'}>{isOnDuty ? 'On duty' : 'Off duty'}</StatusBadge>
  const lasts = duration((now.getTime() - new Date(patrol.startedAt).getTime()) / 60_000)
  const where = `${patrol.departmentName} on ${patrol.serverName}`
  return <StatusBadge tone="available">{patrol.isCivilian ? `On civilian patrol, ${lasts}` : `On duty for ${lasts}, ${where}`}</StatusBadge>
}

/** Users on duty return to their desktop, civilians on patrol to their patrol; everyone else first selects server, department and call sign. */
export function DutyActions({ user, isOnDuty, patrol }: DutyProps & { user: CurrentUser }) {
  if (!isAllowed(cadDepartment, accessSubject(user))) return null
  if (isOnDuty) return <CadButton isMain to="/cad/desktop" label="Open the CAD" />
  const { asUnit, asCivilian } = dutyWays(user.userDepartments)
  if (patrol?.isCivilian) {
    return (
      <>
        {asUnit && <CadButton isMain={false} label="Go on duty" />}
        <Button renderRoot={(props) => <Link to="/user/patrol" {...props} />}>Open patrol</Button>
      </>
    )
  }
  return (
    <>
      {asCivilian && <CadButton isMain={!asUnit} label="Start civilian patrol" />}
      {asUnit && <CadButton isMain label="Go on duty" />}
    </>
  )
}

function CadButton({ isMain, label, to = '/cad' }: { isMain: boolean; label: string; to?: '/cad' | '/cad/desktop' }) {
  return (
    <Button variant={isMain ? 'filled' : 'default'} renderRoot={(props) => <Link to={to} {...props} />}>
      {label}
    </Button>
  )
}

type Posting = { readonly department: Pick<UserDepartment['department'], 'type' | 'isCadEnabled' | 'isRetired'> }

/** How a member of these departments can start a patrol. */
export function dutyWays(departments: readonly Posting[]): { readonly asUnit: boolean; readonly asCivilian: boolean } {
  const open = departments.filter(({ department }) => department.isCadEnabled && !department.isRetired)
  return {
    asUnit: open.some(({ department }) => department.type !== 'Civilian'),
    asCivilian: open.some(({ department }) => department.type === 'Civilian'),
  }
}
