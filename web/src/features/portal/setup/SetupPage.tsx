import { Button, Text, TextInput } from '@mantine/core'
import { completeSetup, SetupPayload, SHIPPED_CAPABILITIES_WORDS } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { timeZone } from '../../../platform/calendar/calendar.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { call } from '../../../platform/api/client.ts'
import { signedIn } from '../../../platform/session/session.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { InlineButton } from '../../../ui/TextButton.tsx'
import { proposedZone } from '../calendar/zone-words.port.ts'
import { TimeZoneField, timeZonesQuery } from '../calendar/TimeZoneField.port.tsx'
import { AccountFields, NewPassword } from '../login/AccountFields.port.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../login/LoginFrame.port.tsx'
import { RestoreSetup } from './RestoreSetup.tsx'
import { SetupCode } from './SetupCode.tsx'
import classes from './SetupPage.module.css'

const SetupForm = SetupPayload.extend({ repeat: z.string() }).refine(({ password, repeat }) => password === repeat, {
  path: ['repeat'],
  message: 'The two passwords are not the same',
})

const EMPTY = { code: '', communityName: '', name: '', emailAddress: '', password: '', repeat: '' }

/** The first page of a new portal: a new community, or one from a backup. */
export function SetupPage() {
  const [isRestore, setRestore] = useState(false)
  const [isBegun, setBegun] = useState(false)
  return (
    <LoginFrame
      wide
      title={isRestore ? 'Restore a backup' : 'Set up your portal'}
      lead={
        isRestore
          ? 'Instead of a new community: everything is as it was when the backup was made.'
          : 'Only once: name your community and create the account that runs it.'
      }
    >
      {isRestore ? <RestoreSetup onBegun={setBegun} /> : <NewCommunity />}
      {!isBegun && (
        <LoginHelp>
          {isRestore ? 'No backup at hand?' : 'Do you have a backup of a community?'}{' '}
          <InlineButton onClick={() => setRestore(!isRestore)}>{isRestore ? 'Set up a new community' : 'Restore it'}</InlineButton>
        </LoginHelp>
      )}
    </LoginFrame>
  )
}

function NewCommunity() {
  const form = useZodForm(SetupForm, { ...EMPTY, timeZone: timeZone() })
  const { data: zones } = useQuery(timeZonesQuery)
  const { setFieldValue, getValues, resetDirty } = form
  useEffect(() => {
    if (!zones || getValues().timeZone !== timeZone()) return
    setFieldValue('timeZone', proposedZone(zones, timeZone()))
    // The proposal is no change that could be lost.
    resetDirty(EMPTY)
    // Once, when the list is there: what is typed afterwards stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [zones])
  const [isDone, setDone] = useState(false)
  // The repeated password is no change of its own.
  useLeaveQuestion(isDone ? 0 : form.changedFields().filter((field) => field !== 'repeat').length)
  useEffect(() => {
    // A full page load, because the current page still has the configuration of an unnamed portal.
    if (isDone) window.location.replace('/user/home')
  }, [isDone])

  const save = async ({ repeat: _, ...payload }: z.output<typeof SetupForm>) => {
    signedIn(await call(completeSetup, { body: payload }))
    setDone(true)
  }

  return (
    <form className={LOGIN_PANEL} onSubmit={form.submit(save)} noValidate aria-label="Set up">
      <FormError error={form.failure} />
      <SetupCode {...form.getInputProps('code')} />
      <TextInput
        label="Community name"
        description="Shown at the top of every page"
        size="md"
        autoComplete="organization"
        required
        withAsterisk={false}
        {...form.getInputProps('communityName')}
      />
      <TimeZoneField
        size="md"
        label="Time zone"
        description="Leave, licences and quotas follow the days of this time zone"
        value={form.getValues().timeZone ?? ''}
        error={form.errors['timeZone']}
        onChange={(zone) => form.setFieldValue('timeZone', zone)}
      />
      <Text c="dimmed" size="md">
        Your portal starts with six departments and their ranks. {SHIPPED_CAPABILITIES_WORDS} All of it can be changed under Administration,
        Departments.
      </Text>
      <fieldset className={classes.account}>
        <legend className={classes.legend}>Your account</legend>
        <AccountFields inputProps={form.getInputProps} />
        <NewPassword
          label="Password again"
          description={null}
          visibilityToggleButtonProps={{ 'aria-label': 'Show repeated password', tabIndex: 0 }}
          {...form.getInputProps('repeat')}
        />
      </fieldset>
      <Button type="submit" size="md" fullWidth loading={form.submitting || isDone}>
        Create the portal
      </Button>
    </form>
  )
}
