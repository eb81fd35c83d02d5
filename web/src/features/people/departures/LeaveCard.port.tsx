import { Button, PasswordInput, Textarea } from '@mantine/core'
import { CurrentPassword, leaveCommunity, previewLeaving, type CurrentUser, type MemberEffects } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { useCommunityName } from '../../../platform/config/config.ts'
import { signOut } from '../../../platform/session/session.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'

const reason = z.string().max(500, 'At most 500 characters')
const Leaving = z.object({ currentPassword: CurrentPassword, reason })
const LeavingConfirmed = z.object({ currentPassword: z.string(), reason })

const UNCONFIRMED = { message: 'Confirm with Discord that it is you, then try again.' }

type LeaveCardProps = {
  user: CurrentUser
  /** Shows the fields once a member without a password has confirmed that it is them. */
  confirmed: (fields: ReactNode) => ReactNode
}

/** Where members leave the community by themselves. */
export function LeaveCard({ user, confirmed }: LeaveCardProps) {
  const [isOpen, setOpen] = useState(false)
  const communityName = useCommunityName()
  return (
    <Card title={`Leave ${communityName}`}>
      <Stack gap={12}>
        <CardNote>You leave your departments and can’t sign in until staff reinstate you.</CardNote>
        <div>
          <Button variant="outline" color="danger" onClick={() => setOpen(true)}>
            Leave {communityName}
          </Button>
        </div>
      </Stack>
      {isOpen && <LeaveDialog user={user} confirmed={confirmed} communityName={communityName} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The password field, which had the focus, is gone. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()

type LeaveDialogProps = LeaveCardProps & { communityName: string; onClose: () => void }

function LeaveDialog({ user: { userId, emailAddress, hasPassword = true }, confirmed, communityName, onClose }: LeaveDialogProps) {
  const form = useZodForm(hasPassword ? Leaving : LeavingConfirmed, { currentPassword: '', reason: '' })
  const preview = useQuery({
    queryKey: ['leaving', userId],
    queryFn: ({ signal }) => call(previewLeaving, { params: { userId }, body: {}, quiet: true, signal }),
    gcTime: 0,
    meta: { handled: true },
  })
  const isRefused = preview.data !== undefined && preview.data.refusals.length > 0
  const leave = async ({ currentPassword, ...rest }: z.infer<typeof Leaving>) => {
    await call(leaveCommunity, { params: { userId }, body: { ...rest, ...(hasPassword && { currentPassword }) } })
    signOut()
  }
  const last = (
    <>
      <Textarea label="Why you leave" description="Optional; staff see it" rows={3} {...form.getInputProps('reason')} />
      <FormButtons submitLabel="Leave" danger isSubmitting={form.submitting} onCancel={onClose} />
    </>
  )
  return (
    <FormModal title={`Leave ${communityName}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" noValidate aria-label={`Leave ${communityName}`} onSubmit={form.submit(leave)}>
        <FormError error={form.failure} />
        {!hasPassword && form.errors['currentPassword'] && <FormError error={UNCONFIRMED} />}
        {preview.isError ? (
          <CardError what="What you would lose" onRetry={preview.refetch} />
        ) : !preview.data ? (
          <CardLoading rows={3} />
        ) : (
          <WhatGoes effects={preview.data} />
        )}
        {isRefused && (
          <Row justify="end">
            <Button ref={takeFocus} variant="default" data-autofocus onClick={onClose}>
              Close
            </Button>
          </Row>
        )}
        <input type="hidden" name="username" autoComplete="username" value={emailAddress} readOnly />
        {!isRefused && hasPassword && (
          <PasswordInput
            label="Current password"
            withAsterisk
            data-autofocus
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
            aria-invalid={form.errors.currentPassword !== undefined}
          />
        )}
        {!isRefused && (hasPassword ? last : confirmed(last))}
      </Stack>
    </FormModal>
  )
}

function WhatGoes({ effects: { refusals, portal, discordRoles, whitelists, aceGroups } }: { effects: MemberEffects }) {
  if (refusals.length > 0) return <Banner tone="danger" title="You can’t leave yet.">{`${refusals.join('. ')}.`}</Banner>
  const lost = [
    ...portal.removed,
    ...discordRoles.removed.map((name) => `the Discord role ${name}`),
    ...whitelists.removed.map((name) => `the whitelist for ${name}`),
    ...aceGroups.removed.map((name) => `${name} in the game`),
  ]
  return (
    <>
      <div className="box">
        <p className="field-label">You lose</p>
        <Stack as="ul" gap={2} aria-label="You lose">
          {lost.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </Stack>
      </div>
      <p className="flush">
        You go off duty and are signed out everywhere. Your patrols, reports and characters stay on record. To come back, ask the staff:
        they can reinstate you with what you had.
      </p>
    </>
  )
}
