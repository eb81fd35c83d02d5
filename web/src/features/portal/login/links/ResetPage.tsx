import { Button, Text } from '@mantine/core'
import { Password, SteamHex, type CurrentUser, type LookedAtPasswordLink } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { setLandingNotice } from '../../../../platform/alert/alert.tsx'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { portalConfig } from '../../../../platform/config/config.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { firstWord } from '../../../../platform/format/text.ts'
import { DEFAULT_RETURN_URL } from '../../../../platform/session/return-url.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { NewPassword } from '../AccountFields.port.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'
import { passwordLinkQuery, setPassword } from './link.queries.ts'
import { LinkLoading, LinkProblem } from './LinkProblem.tsx'
import { ConductField, hasAccepted, NewMemberSteamHex } from './NewMemberFields.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** Sets a password by a link: a new one, or the first one of a new account. */
export function ResetPage({ code }: { code: string }) {
  /** The link was ended while its form was open. */
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, isFetching, refetch } = useQuery(passwordLinkQuery(code))
  if (refusal ?? (error && !data)) {
    const retry = () => {
      setRefusal(null)
      void refetch()
    }
    return <LinkProblem error={refusal ?? error} noun="link" isRetrying={isFetching} onRetry={retry} />
  }
  if (!data) return <LinkLoading />
  return <Reset code={code} link={data} onRefused={setRefusal} onStale={refetch} />
}

type ResetProps = { code: string; link: LookedAtPasswordLink; onRefused: (error: unknown) => void; onStale: () => Promise<unknown> }

function Reset({ code, link, ...rest }: ResetProps) {
  const { communityName } = portalConfig()
  const { purpose, name, emailAddress, expiresAt } = link
  const navigate = useNavigate()
  const heading = useHeadingFocus('reset')
  const isNew = purpose === 'welcome'
  const enter = (user: CurrentUser) => {
    setLandingNotice(
      isNew
        ? `Welcome to ${communityName}, ${firstWord(user.name)}. You are signed in.`
        : 'Your password is set and you are signed in. Sessions in other browsers have ended.',
    )
    return navigate({ href: DEFAULT_RETURN_URL, replace: true, ignoreBlocker: true })
  }
  return (
    <LoginFrame
      headingRef={heading}
      title={isNew ? `Welcome, ${firstWord(name)}` : 'Choose a new password'}
      lead={isNew ? `Your account in ${communityName} is ready for you` : communityName}
    >
      <ResetForm code={code} link={link} onDone={enter} {...rest} />
      <LoginHelp>
        For {name}, {emailAddress}. The link works once, until {dateTime(expiresAt)}.
      </LoginHelp>
    </LoginFrame>
  )
}

const resetForm = ({ conduct }: LookedAtPasswordLink) => z.object({ password: Password, steamId: SteamHex, conduct: hasAccepted(conduct) })

function ResetForm({ code, link, onDone, onRefused, onStale }: ResetProps & { onDone: (user: CurrentUser) => Promise<unknown> }) {
  const { purpose, emailAddress, steamId: known, conduct } = link
  const schema = useMemo(() => resetForm(link), [link])
  const form = useZodForm(schema, { password: '', steamId: known ?? '', conduct: false })
  const isNew = purpose === 'welcome'
  const submit = async ({ password, steamId }: z.output<typeof schema>) => {
    try {
      await onDone(await setPassword({ code, password, ...(isNew && { steamId, conduct: conduct?.number ?? null }) }))
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.field === 'code')) return onRefused(error)
      if (error instanceof ApiError && error.field === 'conduct') {
        await onStale()
        form.setFieldValue('conduct', false)
      }
      throw error
    }
  }
  return (
    <form className={LOGIN_PANEL} noValidate aria-label="Password" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      {/* For password managers, which keep the password with it. */}
      <input type="email" name="emailAddress" autoComplete="username" value={emailAddress} readOnly hidden />
      <NewPassword label={isNew ? 'Your password' : 'New password'} {...form.getInputProps('password')} />
      {isNew && (
        <NewMemberSteamHex
          isRequired={false}
          isForWhitelist={false}
          value={form.getValues().steamId}
          error={form.errors['steamId']}
          onChange={(steamId) => form.setFieldValue('steamId', steamId)}
        />
      )}
      {conduct && <ConductField text={conduct.text} {...form.getInputProps('conduct', { type: 'checkbox' })} />}
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Set password and sign in
      </Button>
      {!isNew && (
        <Text c="dimmed" size="sm">
          Every session of this account ends, in other browsers too.
        </Text>
      )}
    </form>
  )
}
