import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, isSteamHex, type CurrentUser } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { Step, Steps } from '../../../ui/Steps.tsx'

/** The next steps for new members, in order. */
export function FirstSteps({ user }: { user: CurrentUser }) {
  const hasHex = user.steamId !== null && isSteamHex(user.steamId)
  const hasDepartment = user.userDepartments.length > 0
  return (
    <Steps>
      <Step
        number={1}
        isDone={hasHex}
        title={hasHex ? 'Your Steam hex is known' : 'Add your Steam hex'}
        words={
          hasHex
            ? 'The game server can recognise you by it.'
            : 'The game server recognises you by it. The settings page helps you find yours.'
        }
      >
        {!hasHex && (
          <Button size="xs" renderRoot={(props) => <Link to="/user/settings" hash="steam-hex" {...props} />}>
            Open settings
          </Button>
        )}
      </Step>
      <Step
        number={2}
        isDone={hasDepartment}
        title="Join a department"
        words={hasDepartment ? 'You are in one.' : 'Your chain of command adds you. This page updates once they have.'}
      />
      <Step
        number={3}
        isDone={false}
        title="Go on duty"
        words="Choose a server, a department and a call sign. Your hours are counted from then on."
      >
        {isAllowed(cadDepartment, accessSubject(user)) && (
          <Button size="xs" variant="default" renderRoot={(props) => <Link to="/cad" {...props} />}>
            Open the CAD
          </Button>
        )}
      </Step>
    </Steps>
  )
}
