import type { CurrentUser, InvitationOffer } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { setLandingNotice } from '../../../../platform/alert/alert.tsx'
import { firstWord } from '../../../../platform/format/text.ts'
import { DEFAULT_RETURN_URL } from '../../../../platform/session/return-url.ts'
import { onSessionEnd } from '../../../../platform/session/session.ts'
import { getToken } from '../../../../platform/session/token.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { LoginForm } from '../LoginForm.tsx'
import { LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'
import { AcceptPanel } from './AcceptPanel.tsx'
import { JoinForm } from './JoinForm.tsx'
import { offerQuery } from './link.queries.ts'
import { LinkLoading, LinkProblem } from './LinkProblem.tsx'
import { OfferPanel } from './OfferPanel.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** The page of an invitation: for someone new a form, for a member the offer to accept it. */
export function JoinPage({ code }: { code: string }) {
  // Not by the token alone: joining sets it, and the page that follows is another.
  const [isMember, setMember] = useState(() => getToken() !== null)
  useEffect(() => onSessionEnd(() => setMember(false)), [])
  /** The invitation was ended while its form was open. */
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, isFetching, refetch } = useQuery(offerQuery(code, isMember))
  if (refusal ?? (error && !data)) {
    const retry = () => {
      setRefusal(null)
      void refetch()
    }
    return <LinkProblem error={refusal ?? error} noun="invitation" isRetrying={isFetching} onRetry={retry} />
  }
  if (!data) return <LinkLoading />
  return <Offer code={code} offer={data} onSignedIn={() => setMember(true)} onRefused={setRefusal} onStale={refetch} />
}

type OfferProps = {
  code: string
  offer: InvitationOffer
  onSignedIn: () => void
  onRefused: (error: unknown) => void
  /** The code of conduct has changed since the page was opened. */
  onStale: () => Promise<unknown>
}

function Offer({ code, offer, onSignedIn, ...rest }: OfferProps) {
  const { communityName, member } = offer
  const navigate = useNavigate()
  const [isSigningIn, setSigningIn] = useState(false)
  const step = member ? 'accept' : isSigningIn ? 'sign-in' : 'join'
  const heading = useHeadingFocus(step)
  const enter = (words: string) => {
    setLandingNotice(words)
    return navigate({ href: DEFAULT_RETURN_URL, replace: true, ignoreBlocker: true })
  }
  const welcome = ({ name }: CurrentUser) => enter(`Welcome to ${communityName}, ${firstWord(name)}. You are signed in.`)
  return (
    <LoginFrame headingRef={heading} title={communityName} lead={`${offer.madeBy} invites you`}>
      <OfferPanel offer={offer} />
      {member ? (
        <AcceptPanel code={code} member={member} onAccepted={() => enter(`You accepted the invitation of ${offer.madeBy}.`)} {...rest} />
      ) : isSigningIn ? (
        <LoginForm onSignedIn={onSignedIn} />
      ) : (
        <JoinForm code={code} offer={offer} onJoined={welcome} {...rest} />
      )}
      {!member && (
        <LoginHelp>
          {isSigningIn ? 'New here? ' : 'Already a member? '}
          <TextButton onClick={() => setSigningIn(!isSigningIn)}>{isSigningIn ? 'Create an account' : 'Sign in to accept'}</TextButton>
        </LoginHelp>
      )}
    </LoginFrame>
  )
}
