import { Button } from '@mantine/core'
import type { CurrentUser, Department, ServerStatus } from '@tenfour/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useServerStatuses } from '../../../platform/servers/server-statuses.ts'
import { departmentsQuery } from '../../people/departments/departments.port.ts'
import { joinDepartment } from '../../people/users/users.port.ts'
import classes from './FirstSteps.module.css'
import { Step } from './FirstSteps.tsx'

type FounderStep = 'department' | 'server' | 'members' | 'cad'

export type FounderProgress = {
  readonly done: Readonly<Record<FounderStep, boolean>>
  readonly accounts: number
  readonly dismiss: () => void
}

type FounderStepsProps = { user: CurrentUser; progress: FounderProgress }

/** The founder's next steps. Nobody else can take them. */
export function FounderSteps({ user, progress: { done, accounts } }: FounderStepsProps) {
  const { data: servers = [] } = useServerStatuses()
  const list = useRef<HTMLOListElement>(null)
  const hasJoined = useRef(false)
  const join = useMutation({
    mutationFn: (departmentId: number) => joinDepartment(user.userId, departmentId),
    // The account's room may tell of it before the answer is here.
    onMutate: () => void (hasJoined.current = true),
    onError: () => void (hasJoined.current = false),
  })
  useEffect(() => {
    // The button that had the focus is gone.
    if (done.department && hasJoined.current) list.current?.querySelector<HTMLElement>('li:not([data-done]) :is(a, button)')?.focus()
  }, [done.department])
  const own = user.userDepartments.filter(({ department }) => department.isCadEnabled).map(({ department }) => department.name)
  const server = servers.find(({ lastHeartbeatAt }) => lastHeartbeatAt !== null) ?? servers[0]
  return (
    <ol className={classes.steps} ref={list}>
      <Step
        number={1}
        isDone={done.department}
        title="Join a department"
        action={
          !done.department && (
            <Departments joining={join.isPending ? join.variables : null} onJoin={(departmentId) => join.mutate(departmentId)} />
          )
        }
      >
        {done.department ? `You are in ${own.join(', ')}.` : 'The CAD and the live map open once you are in one.'}
      </Step>
      <Step
        number={2}
        isDone={done.server}
        title="Name and connect the game server"
        action={
          !done.server && (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/servers/list" search={server && { server: server.serverId }} {...props} />}
            >
              {server ? `Open ${server.name}` : 'Open the servers'}
            </Button>
          )
        }
      >
        {serverWords(server, done.server)}
      </Step>
      <Step
        number={3}
        isDone={done.members}
        title="Add members"
        action={
          !done.members && (
            <Button size="xs" variant="default" renderRoot={(props) => <Link to="/admin/add-user" {...props} />}>
              Add a user
            </Button>
          )
        }
      >
        {done.members ? `${accounts.toLocaleString('en')} accounts.` : 'Yours is the only account.'}
      </Step>
      <Step
        number={4}
        isDone={done.cad}
        title="Open the CAD"
        action={
          !done.cad &&
          done.department && (
            <Button size="xs" variant="default" renderRoot={(props) => <Link to="/cad" {...props} />}>
              Open the CAD
            </Button>
          )
        }
      >
        {done.cad
          ? 'You have been on duty.'
          : done.department
            ? 'Choose a server, a department and a call sign to go on duty.'
            : 'Join a department first.'}
      </Step>
    </ol>
  )
}

const serverWords = (server: ServerStatus | undefined, isDone: boolean): string => {
  if (!server) return 'Add it, then connect it with the key from its page.'
  return isDone ? `${server.name} has connected.` : `${server.name} has never connected. Its page has a key and the lines for server.cfg.`
}

type DepartmentsProps = { joining: number | null; onJoin: (departmentId: number) => void }

function Departments({ joining, onJoin }: DepartmentsProps) {
  const { data = [] } = useQuery(departmentsQuery(true))
  const open: readonly Department[] = data.filter(({ isCadEnabled }) => isCadEnabled)
  if (open.length === 0) {
    return (
      <Button size="xs" variant="default" renderRoot={(props) => <Link to="/admin/departments" {...props} />}>
        Open the departments
      </Button>
    )
  }
  return (
    <div className={classes.departments}>
      {open.map(({ departmentId, name, fullName }) => (
        <Button
          key={departmentId}
          size="xs"
          variant="default"
          title={fullName}
          loading={joining === departmentId}
          // Not disabled, which would drop the focus.
          aria-disabled={joining !== null}
          onClick={() => joining === null && onJoin(departmentId)}
        >
          Join {name}
        </Button>
      ))}
    </div>
  )
}
