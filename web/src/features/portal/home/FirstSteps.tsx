import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, isSteamHex, type CurrentUser } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import classes from './FirstSteps.module.css'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The next steps for new members, in order. */
export function FirstSteps({ user }: { user: CurrentUser }) {
  const hasHex = user.steamId !== null && isSteamHex(user.steamId)
  const hasDepartment = user.userDepartments.length > 0
  return (
    <ol className={classes.steps}>
      <Step
        number={1}
        isDone={hasHex}
        title={hasHex ? 'Your Steam hex is known' : 'Add your Steam hex'}
        action={
          !hasHex && (
            <Button size="xs" renderRoot={(props) => <Link to="/user/settings" hash="steam-hex" {...props} />}>
              Open settings
            </Button>
          )
        }
      >
        {hasHex
          ? 'The game server can recognise you by it.'
          : 'The game server recognises you by it. The settings page helps you find yours.'}
      </Step>
      <Step number={2} isDone={hasDepartment} title="Join a department">
        {hasDepartment ? 'You are in one.' : 'Your chain of command adds you. This page updates once they have.'}
      </Step>
      <Step
        number={3}
        isDone={false}
        title="Go on duty"
        action={
          isAllowed(cadDepartment, accessSubject(user)) && (
            <Button size="xs" variant="default" renderRoot={(props) => <Link to="/cad" {...props} />}>
              Open the CAD
            </Button>
          )
        }
      >
        Choose a server, a department and a call sign. Your hours are counted from then on.
      </Step>
    </ol>
  )
}

type StepProps = { number: number; isDone: boolean; title: string; children: ReactNode; action?: ReactNode }

function Step({ number, isDone, title, children, action }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.number} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.2} /> : number}
      </span>
      <div className={classes.text}>
        <strong className={classes.title}>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </strong>
        <span className="muted">{children}</span>
      </div>
      {action}
    </li>
  )
}
