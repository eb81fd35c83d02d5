import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, type CurrentUser, type EveningStep, type ManagedDepartment } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { CARD } from '../../../platform/load/shapes.tsx'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { reportError } from '../../../platform/errors/report.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { goWithoutDiscord } from './first-evening.changes.port.ts'
import { DepartmentsStep } from './DepartmentsStep.tsx'
import { JoinStep } from './JoinStep.tsx'
import { NameStep } from './NameStep.tsx'

const GameStep = lazyComponent(async () => (await import('../../game/servers/GameStep.port.tsx')).GameStep, {
  what: 'The game server',
  shape: CARD,
})

type Known = {
  readonly user: CurrentUser
  readonly done: readonly EveningStep[]
  readonly accounts: number
  readonly isWithoutDiscord: boolean
  readonly communityName: string
  readonly timeZone: string
  /** All departments; undefined while they are loading. */
  readonly departments: readonly ManagedDepartment[] | undefined
  /** The name of a game server that has connected. */
  readonly connected: string | undefined
  /** Called when a step has been done in its place. */
  readonly onDone: () => void
}

type StepDefinition = {
  readonly title: string
  readonly words: ReactNode
  /** The label of the button that opens the content or, without content, what leads to the page where the step is done. */
  readonly action: ReactNode
  readonly content?: ReactNode
}

/** The words of each step, and the way to take it. */
export function stepsOf(known: Known): Record<EveningStep, StepDefinition> {
  const { user, done, accounts, isWithoutDiscord, communityName, timeZone, departments, connected, onDone } = known
  const isDone = (step: EveningStep) => done.includes(step)
  const mayOpenCad = isAllowed(cadDepartment, accessSubject(user))
  return {
    name: {
      title: 'Name and time zone',
      words: isDone('name')
        ? `${communityName}, ${timeZone.replaceAll('_', ' ')}`
        : 'Every page shows the name; days, leave and quotas follow the zone.',
      action: 'Choose',
      content: <NameStep name={communityName} zone={timeZone} onDone={onDone} />,
    },
    departments: {
      title: 'Departments you play',
      words: isDone('departments') && departments ? playedWords(departments) : 'The others are retired. You can restore them at any time.',
      action: 'Choose',
      content: departments ? <DepartmentsStep departments={departments} onDone={onDone} /> : <CardLoading rows={3} />,
    },
    join: {
      title: 'Join one yourself',
      words: postingWords(user) ?? 'You get its highest rank. The CAD and the live map open once you are in one.',
      action: 'Join',
      content: departments ? <JoinStep user={user} departments={departments} onDone={onDone} /> : <CardLoading rows={2} />,
    },
    server: {
      title: 'Connect your game server',
      words: connected === undefined ? 'A resource on your FiveM server reports to the portal.' : `${connected} has connected.`,
      action: 'Connect',
      content: <GameStep />,
    },
    people: {
      title: 'Let people in',
      words: isDone('people')
        ? `${accounts.toLocaleString('en')} accounts.`
        : 'A link for your Discord, one for each department, or one person at a time.',
      action: (
        <Button size="xs" variant="default" renderRoot={(props) => <Link to="/admin/invitations" {...props} />}>
          {isDone('people') ? 'Open invitations' : 'Invite'}
        </Button>
      ),
    },
    discord: {
      title: 'Connect Discord',
      words: isWithoutDiscord
        ? 'Your community doesn’t use Discord.'
        : isDone('discord')
          ? 'Your bot has a token.'
          : 'A bot gives roles, posts announcements and logs, and members sign in with their account.',
      action: (
        <>
          <Button size="xs" variant="default" renderRoot={(props) => <Link to="/discord/connection" {...props} />}>
            {isDone('discord') && !isWithoutDiscord ? 'Open connection' : 'Connect'}
          </Button>
          {(isWithoutDiscord || !isDone('discord')) && (
            <ActionButton size="xs" variant="subtle" action={() => goWithoutDiscord(!isWithoutDiscord).catch(reportError)}>
              {isWithoutDiscord ? 'We use Discord' : 'We don’t use Discord'}
            </ActionButton>
          )}
        </>
      ),
    },
    cad: {
      title: 'Open the CAD and send a unit to a call',
      words: isDone('cad')
        ? 'A unit has been sent to a call.'
        : mayOpenCad
          ? 'Go on duty, create a call and assign your own unit to it.'
          : 'Join a department first.',
      action: mayOpenCad && (
        <Button size="xs" variant="default" renderRoot={(props) => <Link to={user.duty ? '/cad/desktop' : '/cad'} {...props} />}>
          Open the CAD
        </Button>
      ),
    },
  }
}

/** 'LSPD, Fire and Rescue. 4 others are retired.' */
function playedWords(departments: readonly ManagedDepartment[]): string {
  const played = departments.filter(({ isRetired }) => !isRetired)
  const away = departments.length - played.length
  const names = played.map(({ fullName }) => fullName).join(', ')
  return away === 0 ? `${names}.` : `${names}. ${away === 1 ? 'One other is' : `${away} others are`} retired.`
}

/** 'Communications, Director of Communications. You can go on duty.' */
function postingWords({ userDepartments }: CurrentUser): string | undefined {
  const [first] = userDepartments
    .filter(({ department }) => department.isCadEnabled && !department.isRetired)
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  return first && `${[first.department.fullName, first.rankName].filter(Boolean).join(', ')}. You can go on duty.`
}
