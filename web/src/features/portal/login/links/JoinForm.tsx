import { Button } from '@mantine/core'
import { EmailAddress, Password, SteamHex, UserName, type CurrentUser, type InvitationOffer } from '@tenfour/contract'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { useLeaveQuestion } from '../../../../platform/leave/useLeaveQuestion.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { AccountFields } from '../AccountFields.port.tsx'
import { LOGIN_PANEL } from '../LoginFrame.port.tsx'
import { ConductField, hasAccepted, NewMemberSteamHex } from './NewMemberFields.tsx'
import { join } from './link.queries.ts'

const EMPTY = { name: '', emailAddress: '', password: '', steamId: '', conduct: false }

const joinForm = ({ steamHex, conduct }: InvitationOffer) =>
  z.object({
    name: UserName,
    emailAddress: EmailAddress,
    password: Password,
    steamId: SteamHex.refine((value) => value !== '' || !steamHex.isRequired, 'This invitation needs your Steam hex'),
    conduct: hasAccepted(conduct),
  })

type JoinFormProps = {
  code: string
  offer: InvitationOffer
  onJoined: (user: CurrentUser) => Promise<unknown>
  onRefused: (error: unknown) => void
  onStale: () => Promise<unknown>
}

/** The account of someone new. */
export function JoinForm({ code, offer, onJoined, onRefused, onStale }: JoinFormProps) {
  const { communityName, steamHex, conduct } = offer
  const schema = useMemo(() => joinForm(offer), [offer])
  const form = useZodForm(schema, EMPTY)
  const [isDone, setDone] = useState(false)
  useLeaveQuestion(isDone ? 0 : form.changedFields().length)

  const submit = async (values: z.output<typeof schema>) => {
    try {
      const user = await join({ ...values, code, conduct: conduct?.number ?? null })
      setDone(true)
      await onJoined(user)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onRefused(error)
      if (error instanceof ApiError && error.field === 'conduct') {
        await onStale()
        form.setFieldValue('conduct', false)
      }
      throw error
    }
  }

  return (
    <form className={LOGIN_PANEL} noValidate aria-label="Join" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      <AccountFields inputProps={form.getInputProps} />
      <NewMemberSteamHex
        isRequired={steamHex.isRequired}
        isForWhitelist={steamHex.for.length > 0}
        value={form.getValues().steamId}
        error={form.errors['steamId']}
        onChange={(steamId) => form.setFieldValue('steamId', steamId)}
      />
      {conduct && <ConductField text={conduct.text} {...form.getInputProps('conduct', { type: 'checkbox' })} />}
      <Button type="submit" size="md" fullWidth loading={form.submitting || isDone}>
        Join {communityName}
      </Button>
    </form>
  )
}
