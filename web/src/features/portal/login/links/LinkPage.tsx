import { Text } from '@mantine/core'
import { PASSWORD_LINK_PATH } from '@tenfour/contract'
import { useRouterState } from '@tanstack/react-router'
import { portalConfig } from '../../../../platform/config/config.ts'
import { LOGIN_PANEL, LoginFrame } from '../LoginFrame.port.tsx'
import { CodeForm } from './CodeForm.tsx'
import { JoinPage } from './JoinPage.tsx'
import { ResetPage } from './ResetPage.tsx'

/** The pages that are opened by a link with a code. It stays behind `#`, which browsers send to nobody. */
export function LinkPage() {
  // The page stays as it is while the one that follows is loading.
  const { pathname, hash } = useRouterState({ select: ({ resolvedLocation, location }) => resolvedLocation ?? location })
  const code = hash.trim()
  if (code === '') return <LinkWithoutCode />
  const Page = pathname === PASSWORD_LINK_PATH ? ResetPage : JoinPage
  return <Page key={`${pathname}#${code}`} code={code} />
}

/** The address was copied without its end. */
const LinkWithoutCode = () => (
  <LoginFrame title={portalConfig().communityName} lead="This address has no code">
    <div className={LOGIN_PANEL}>
      <Text>Open the whole link again, or enter the code after its #.</Text>
      <CodeForm />
    </div>
  </LoginFrame>
)
