import { Link, useNavigate } from '@tanstack/react-router'
import { portalConfig, useLook } from '../../../platform/config/config.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { returnUrlFrom } from '../../../platform/session/return-url.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginFrame, LoginHelp, WELCOME } from './LoginFrame.port.tsx'

/** Not part of what every page carries. Without it, the password still does. */
const DiscordButton = lazyComponent(async () => (await import('../../community/links/DiscordButton.port.tsx')).DiscordButton, {
  what: 'Signing in with Discord',
  shape: { Loading: () => null, Failed: () => null },
})

export function LoginPage() {
  const navigate = useNavigate()
  const { communityName, hasDiscord, hasMail, takesApplications } = portalConfig()
  const joinsByDiscord = portalConfig().joinsByDiscord && !isTablet()
  const returnTo = () => returnUrlFrom(window.location.search)
  return (
    <LoginFrame title={communityName} lead={<LoginLead />}>
      <LoginForm onSignedIn={() => navigate({ href: returnTo(), replace: true })}>
        {hasMail && (
          <LoginHelp>
            <Link to="/login/forgot">Forgot password?</Link>
          </LoginHelp>
        )}
      </LoginForm>
      {hasDiscord && <DiscordButton returnTo={returnTo} />}
      {takesApplications && (
        <LoginHelp>
          {joinsByDiscord ? 'Not on our Discord server?' : 'New here?'} <Link to="/login/register">Apply for an account</Link>
        </LoginHelp>
      )}
      {!(takesApplications && hasMail) && (
        <LoginHelp>
          {takesApplications ? 'Lost your password?' : hasMail ? 'New here?' : 'New here, or lost your password?'} Ask your community’s
          staff for a link.
        </LoginHelp>
      )}
    </LoginFrame>
  )
}

/** The community's word of welcome, which the usual line follows. */
function LoginLead() {
  const { loginText } = useLook()
  return (
    <>
      {loginText && <span className={WELCOME}>{loginText}</span>}
      Sign in to your account
    </>
  )
}
