import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { EmailAddress } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { portalConfig } from '../../../../platform/config/config.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { RetryButton } from '../../../../ui/RetryButton.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { LoginPassword } from '../AccountFields.port.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'
import { useHeadingFocus } from '../links/use-heading-focus.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { applicantToken, formQuery, open, ownQuery } from './register.queries.ts'
import { STANDING, StandingPanel } from './StandingPanel.tsx'

/** Someone without an account applies for one, and sees how the application stands. */
export function RegisterPage() {
  const [step, setStep] = useState<'apply' | 'open' | 'standing'>(() => (applicantToken.get() === null ? 'apply' : 'standing'))
  const leave = () => {
    applicantToken.clear()
    setStep('open')
  }
  if (step === 'standing') return <Standing onLeave={leave} onWithdrawn={() => setStep('apply')} />
  return <Entrance step={step} onStep={setStep} />
}

type EntranceProps = { step: 'apply' | 'open'; onStep: (step: 'apply' | 'open' | 'standing') => void }

function Entrance({ step, onStep }: EntranceProps) {
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
