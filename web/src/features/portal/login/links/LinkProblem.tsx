import { Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { portalConfig } from '../../../../platform/config/config.ts'
import { isTransient } from '../../../../platform/query/query-client.ts'
import { Stack } from '../../../../ui/layout.tsx'
import { RetryButton } from '../../../../ui/RetryButton.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'
import { CodeForm } from './CodeForm.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

type Noun = 'invitation' | 'link'
type Problem = {
  readonly title: string
  readonly text: string
  /** Whether trying the same code again may help, or only another code does. */
  readonly next: 'again' | 'code'
}

/** Why a code leads nowhere, and what can be done. The portal does not tell a code that is over from one that never was. */
export function problemOf(error: unknown, noun: Noun): Problem {
  const status = error instanceof ApiError ? error.status : undefined
  if (isTransient(error)) {
    return {
      title: 'The portal did not answer',
      text: `Your ${noun} has not been used. Check your connection and try again.`,
      next: 'again',
    }
  }
  if (status === 429) return { title: 'Too many tries', text: error instanceof ApiError ? error.message : '', next: 'again' }
  if (status === 409) {
    return {
      title: `This ${noun} is paused`,
      text: 'An admin has been told. Try again later, or ask for another invitation.',
      next: 'again',
    }
  }
  return noun === 'invitation'
    ? {
        title: 'This invitation does not work',
        text: 'It has expired, was ended, or all its places are taken. The code may also be wrong: check it, or ask for a new invitation.',
        next: 'code',
      }
    : {
        title: 'This link does not work',
        text: 'It has been used, was ended, or is too old. The code may also be wrong: check it, or ask for a new link.',
        next: 'code',
      }
}

type LinkProblemProps = { error: unknown; noun: Noun; isRetrying: boolean; onRetry: () => void }

export function LinkProblem({ error, noun, isRetrying, onRetry }: LinkProblemProps) {
  const { title, text, next } = problemOf(error, noun)
  const heading = useHeadingFocus(title)
  return (
    <LoginFrame headingRef={heading} title={title} lead={portalConfig().communityName}>
      <Stack className={LOGIN_PANEL}>
        <Text role="alert">{text}</Text>
        {next === 'again' ? <RetryButton size="md" isRetrying={isRetrying} onRetry={onRetry} /> : <CodeForm />}
      </Stack>
      {noun === 'link' && (
        <LoginHelp>{portalConfig().hasMail ? <ForgotLink /> : 'The staff of your community can give you a new link.'}</LoginHelp>
      )}
      <LoginHelp>
        Already a member?{' '}
        <Link to="/login" activeOptions={{ exact: true }}>
          Sign in
        </Link>
      </LoginHelp>
    </LoginFrame>
  )
}

const ForgotLink = () => <Link to="/login/forgot">Get a new link by mail</Link>

/** In the shape of a form, while the portal looks at the code. */
export const LinkLoading = () => (
  <LoginFrame title={portalConfig().communityName} lead="Opening your link…">
    <Stack className={LOGIN_PANEL} gap={18} aria-busy="true">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={42} />
      ))}
    </Stack>
  </LoginFrame>
)
