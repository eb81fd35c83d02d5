import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { EmailAddress } from '@tenfour/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { portalConfig } from '../../../../platform/config/config.ts'
import { applicantToken } from '../../../../platform/session/applicant-token.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { RetryButton } from '../../../../ui/RetryButton.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { LoginPassword } from '../AccountFields.port.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'
import { useHeadingFocus } from '../links/use-heading-focus.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { confirmAddress, formQuery, open, ownQuery } from './register.queries.ts'
import { STANDING, StandingPanel } from './StandingPanel.tsx'

/** Someone without an account applies for one, confirms the address by the mailed link, and sees how the application stands. */
export function RegisterPage() {
  const code = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).hash }).trim()
  const navigate = useNavigate()
  const [isConfirmed, setConfirmed] = useState(false)
  const leave = async (done: boolean) => {
    setConfirmed(done)
    await navigate({ to: '/login/register', replace: true })
  }
  if (code !== '') return <Confirm key={code} code={code} onConfirmed={() => leave(true)} onLeave={() => leave(false)} />
  return <Steps isConfirmed={isConfirmed} />
}

type ConfirmProps = { code: string; onConfirmed: () => Promise<void>; onLeave: () => Promise<void> }

/** The mailed link alone confirms nothing: programs that look at mails open links too. */
function Confirm({ code, onConfirmed, onLeave }: ConfirmProps) {
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const confirm = async () => {
    setFailure(null)
    try {
      await confirmAddress(code)
      await onConfirmed()
    } catch (error) {
      setFailure(errorInfo(error))
    }
  }
  return (
    <LoginFrame title="Confirm your email address" lead={portalConfig().communityName}>
      <Stack className={LOGIN_PANEL}>
        <FormError error={failure} />
        <Text>Confirm that you applied with this email address. Staff see your application then.</Text>
        <ActionButton size="md" fullWidth action={confirm}>
          Confirm
        </ActionButton>
      </Stack>
      <LoginHelp>
        <TextButton onClick={() => void onLeave()}>Open your application</TextButton>
      </LoginHelp>
    </LoginFrame>
  )
}

function Steps({ isConfirmed }: { isConfirmed: boolean }) {
  const [step, setStep] = useState<'apply' | 'open' | 'standing'>(() =>
    applicantToken.get() !== null ? 'standing' : isConfirmed ? 'open' : 'apply',
  )
  const leave = () => {
    applicantToken.clear()
    setStep('open')
  }
  if (step === 'standing') return <Standing onLeave={leave} onWithdrawn={() => setStep('apply')} />
  return (
    <Entrance step={step} onStep={setStep}>
      {isConfirmed && (
        <output>
          <Banner tone="info" icon={IconCircleCheck} title="Your email address is confirmed.">
            Staff will decide on your application.
          </Banner>
        </output>
      )}
    </Entrance>
  )
}

type EntranceProps = { step: 'apply' | 'open'; onStep: (step: 'apply' | 'open' | 'standing') => void; children: ReactNode }

function Entrance({ step, onStep, children }: EntranceProps) {
  const heading = useHeadingFocus(step)
  const done = () => onStep('standing')
  const isApplying = step === 'apply'
  return (
    <LoginFrame
      headingRef={heading}
      title={isApplying ? 'Apply for an account' : 'Open your application'}
      lead={portalConfig().communityName}
      wide={isApplying}
    >
      {children}
      {isApplying ? <Application onApplied={done} /> : <OpenForm onOpened={done} />}
      <LoginHelp>
        {isApplying ? 'Applied already? ' : 'Not applied yet? '}
        <TextButton onClick={() => onStep(isApplying ? 'open' : 'apply')}>
          {isApplying ? 'Open your application' : 'Apply for an account'}
        </TextButton>
      </LoginHelp>
      <BackToSignIn />
    </LoginFrame>
  )
}

function Application({ onApplied }: { onApplied: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(formQuery)
  if (data) return <ApplyForm form={data} onApplied={onApplied} onStale={refetch} />
  if (!error) return <Loading />
  const isClosed = error instanceof ApiError && error.status === 404
  return (
    <Stack className={LOGIN_PANEL}>
      <Text role="alert">{isClosed ? 'This community takes no applications at the moment. Ask its staff.' : errorInfo(error).message}</Text>
      {!isClosed && <RetryButton size="md" isRetrying={isFetching} onRetry={() => void refetch()} />}
    </Stack>
  )
}

const Loading = () => (
  <Stack className={LOGIN_PANEL} gap={18} aria-busy="true">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height={42} />
    ))}
  </Stack>
)

const BackToSignIn = () => (
  <LoginHelp>
    <Link to="/login" activeOptions={{ exact: true }}>
      Back to the sign-in
    </Link>
  </LoginHelp>
)

const Opening = z.object({ emailAddress: EmailAddress, password: z.string().min(1, 'Enter your password') })

function OpenForm({ onOpened }: { onOpened: () => void }) {
  const form = useZodForm(Opening, { emailAddress: '', password: '' })
  const submit = async (values: z.output<typeof Opening>) => {
    await open(values)
    onOpened()
  }
  return (
    <form className={LOGIN_PANEL} noValidate aria-label="Open your application" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      <TextInput
        label="Email address"
        type="email"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('emailAddress')}
      />
      <LoginPassword
        label="Password"
        description="The one that you chose when you applied"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Open
      </Button>
    </form>
  )
}

type StandingProps = { onLeave: () => void; onWithdrawn: () => void }

function Standing({ onLeave, onWithdrawn }: StandingProps) {
  const { data, error, isFetching, refetch } = useQuery(ownQuery)
  const isOver = error instanceof ApiError && (error.status === 401 || error.status === 404)
  const heading = useHeadingFocus(data?.state ?? 'loading')
  return (
    <LoginFrame
      headingRef={heading}
      title={data ? STANDING[data.state].title : 'Your application'}
      lead={data?.communityName ?? portalConfig().communityName}
      wide
    >
      {data ? (
        <StandingPanel own={data} onWithdrawn={onWithdrawn} onStale={refetch} />
      ) : !error ? (
        <Loading />
      ) : (
        <Stack className={LOGIN_PANEL}>
          <Text role="alert">
            {isOver
              ? 'Your application is no longer open on this device. It may have been deleted: applications are kept for a limited time.'
              : errorInfo(error).message}
          </Text>
          {!isOver && <RetryButton size="md" isRetrying={isFetching} onRetry={() => void refetch()} />}
        </Stack>
      )}
      <LoginHelp>
        <TextButton onClick={onLeave}>{isOver ? 'Open it with your password' : 'Close it on this device'}</TextButton>
      </LoginHelp>
      <BackToSignIn />
    </LoginFrame>
  )
}
