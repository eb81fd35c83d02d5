import { Button, Text, Textarea } from '@mantine/core'
import { REGISTRATION_LINK_HOURS, REGISTRATION_PATH, type OwnRegistration } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { dateTime } from '../../../../platform/format/dates.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { Fact, Facts } from '../../../../ui/Facts.tsx'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { DiscordButton } from '../../../community/links/DiscordButton.port.tsx'
import { LOGIN_PANEL } from '../LoginFrame.port.tsx'
import { answer, sendLink, startDiscord, withdraw } from './register.queries.ts'

export const STANDING: Readonly<Record<OwnRegistration['state'], { title: string; text: string }>> = {
  unconfirmed: {
    title: 'Confirm your email address',
    text: `A link was mailed to you. Staff see your application once you have opened it, within ${REGISTRATION_LINK_HOURS} hours.`,
  },
  open: { title: 'Your application is waiting', text: 'Staff will decide on it. Come back to this page to see how it stands.' },
  asked: { title: 'Staff have a question', text: 'Answer it below. Your application goes on from there.' },
  accepted: { title: 'Your application was accepted', text: 'Sign in with your email address and the password that you chose.' },
  declined: { title: 'Your application was declined', text: 'Staff decided against it.' },
  withdrawn: { title: 'Your application was withdrawn', text: 'It is closed, and your answers were deleted.' },
}

type StandingPanelProps = { own: OwnRegistration; onWithdrawn: () => void; onStale: () => Promise<unknown> }

export function StandingPanel({ own, onWithdrawn, onStale }: StandingPanelProps) {
  const { state, discord, name, emailAddress, appliedAt, answers, messages } = own
  const isWaiting = state === 'unconfirmed' || state === 'open' || state === 'asked'
  return (
    <Stack className={LOGIN_PANEL}>
      <Text>{STANDING[state].text}</Text>
      {state === 'accepted' && (
        <Button size="md" fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
          Go to the sign-in
        </Button>
      )}
      {messages.length > 0 && (
        <Stack as="ul" gap={10} aria-label="Messages">
          {messages.map(({ at, isByStaff, text }) => (
            <li key={at}>
              <Text size="sm" c="dimmed">
                {isByStaff ? 'Staff' : 'You'}, {dateTime(at)}
              </Text>
              <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
            </li>
          ))}
        </Stack>
      )}
      {state === 'unconfirmed' && <SendLink onStale={onStale} />}
      {state === 'asked' && <AnswerForm key={own.version} version={own.version} onStale={onStale} />}
      <Facts>
        <Fact name="Name">{name}</Fact>
        <Fact name="Email address">{emailAddress}</Fact>
        {discord && <Fact name="Discord account">{discord.username}</Fact>}
        <Fact name="Applied">{dateTime(appliedAt)}</Fact>
        {answers.map((each) => (
          <Fact key={each.question} name={each.question}>
            {each.answer}
          </Fact>
        ))}
      </Facts>
      {isWaiting && state !== 'unconfirmed' && discord === null && (
        <DiscordButton purpose="apply" ask={startDiscord} returnTo={() => REGISTRATION_PATH} />
      )}
      {isWaiting && <Withdraw onWithdrawn={onWithdrawn} />}
    </Stack>
  )
}

const Answer = z.object({ text: z.string().trim().min(1, 'Enter your answer').max(2000, 'At most 2,000 characters') })

function AnswerForm({ version, onStale }: { version: number; onStale: () => Promise<unknown> }) {
  const form = useZodForm(Answer, { text: '' })
  const submit = async ({ text }: z.output<typeof Answer>) => {
    try {
      await answer({ text, version })
    } catch (error) {
      await onStale()
      throw error
    }
  }
  return (
    <Stack as="form" noValidate aria-label="Answer the question" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      <Textarea label="Your answer" size="md" autosize minRows={3} maxRows={10} {...form.getInputProps('text')} />
      <Button type="submit" size="md" loading={form.submitting}>
        Send answer
      </Button>
    </Stack>
  )
}

/** For a mail that did not arrive. */
function SendLink({ onStale }: { onStale: () => Promise<unknown> }) {
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isSent, setSent] = useState(false)
  const send = async () => {
    setFailure(null)
    setSent(false)
    try {
      await sendLink()
      setSent(true)
    } catch (error) {
      setFailure(errorInfo(error))
      await onStale()
    }
  }
  return (
    <>
      <FormError error={failure} />
      <output>{isSent && 'Another link was mailed. The one before no longer works.'}</output>
      <ActionButton size="md" variant="default" action={send}>
        Mail another link
      </ActionButton>
    </>
  )
}

function Withdraw({ onWithdrawn }: { onWithdrawn: () => void }) {
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const ask = async () => {
    const isSure = await confirm({
      title: 'Withdraw your application?',
      body: 'Your answers are deleted, and the application is closed.',
      confirmLabel: 'Withdraw',
      danger: true,
    })
    if (!isSure) return
    try {
      await withdraw()
      onWithdrawn()
    } catch (error) {
      setFailure(errorInfo(error))
    }
  }
  return (
    <>
      <FormError error={failure} />
      <ActionButton size="md" variant="default" action={ask}>
        Withdraw application
      </ActionButton>
    </>
  )
}
