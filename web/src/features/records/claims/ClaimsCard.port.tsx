import { Button, Text, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type Claim, type OwnCharacter, claimRecord, withdrawClaim, Plate, trimmed } from '@tenfour/contract'
import { useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { When } from '../../../ui/Facts.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { CLAIM_STATES, claimSubject, inClaimOrder } from './claim.labels.port.ts'
import { LineList, Line } from '../../../ui/EntryList.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'
import { z } from 'zod'

type ClaimsCardProps = { character: OwnCharacter; claims: readonly Claim[]; now: Date }

/** The member's claims for a character, and how they were decided. */
export function ClaimsCard({ character, claims, now }: ClaimsCardProps) {
  const [isClaiming, setClaiming] = useState(false)
  return (
    <Card
      title="Claims"
      link={
        <Button variant="default" size="xs" onClick={() => setClaiming(true)}>
          Claim
        </Button>
      }
    >
      {claims.length === 0 ? (
        <CardNote>If an officer noted this person or a vehicle before you registered it, you can claim the note.</CardNote>
      ) : (
        <LineList aria-label="Claims">
          {inClaimOrder(claims).map((claim) => (
            <ClaimRow key={claim.claimId} claim={claim} now={now} />
          ))}
        </LineList>
      )}
      {isClaiming && <ClaimDialog character={character} onClose={() => setClaiming(false)} />}
    </Card>
  )
}

function ClaimRow({ claim, now }: { claim: Claim; now: Date }) {
  const { word, tone } = CLAIM_STATES[claim.state]
  const subject = claimSubject(claim)
  const takeBack = async (list: HTMLElement | null) => {
    try {
      await withdraw(claim)
      list?.closest('section')?.querySelector('button')?.focus()
    } catch (error) {
      reportError(error, `${subject}: the claim was not withdrawn`)
    }
  }
  return (
    <Line>
      <Text span inherit fw={550} flex={1} miw={120} className="anywhere">
        {subject}
      </Text>
      <StatusBadge tone={tone} variant="soft">
        {word}
      </StatusBadge>
      {claim.state === 'open' && (
        <ActionButton variant="subtle" size="compact-xs" action={() => takeBack(document.activeElement?.closest('ul') ?? null)}>
          Withdraw<span className="visually-hidden">: {subject}</span>
        </ActionButton>
      )}
      <Text span size="sm" c="dimmed" flex="0 0 100%" className="anywhere">
        <When at={claim.decidedAt ?? claim.createdAt} now={now} />
        {claim.reason && `: ${claim.reason}`}
      </Text>
    </Line>
  )
}

function ClaimDialog({ character, onClose }: { character: OwnCharacter; onClose: () => void }) {
  const start: ClaimDraft = { kind: 'vehicle', plate: '', text: '' }
  const form = useZodForm(ClaimForm, start)
  const { kind } = form.getValues()
  const save = async (input: ClaimInput) => {
    await send(character.characterId, input)
    notify.success('Claimed. A supervisor decides.')
    onClose()
  }
  return (
    <FormModal title="Claim what an officer noted" onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" c="dimmed">
          Officers note people and vehicles that are not registered. If one of them is {character.name} or belongs to {character.name}, a
          supervisor can hand the note over with its record.
        </Text>
        <SegmentedControl
          aria-label="What was noted"
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value === 'vehicle' ? 'vehicle' : 'character')}
          data={[
            { value: 'vehicle', label: 'A vehicle' },
            { value: 'character', label: `A person named ${character.name}` },
          ]}
        />
        {kind === 'vehicle' && (
          <TextInput
            label="Plate"
            withAsterisk
            data-autofocus
            autoComplete="off"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('plate')}
          />
        )}
        <Textarea
          label="What the supervisor should know"
          autosize
          minRows={2}
          maxRows={6}
          placeholder="I was stopped in it on Friday, before I had registered it"
          {...form.getInputProps('text')}
        />
        <FormButtons submitLabel="Claim" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

const keep = (claim: Claim): void => keepOwn({ event: 'claim.saved', payload: claim })

const send = async (characterId: number, { plate, text }: ClaimInput): Promise<void> =>
  keep(await call(claimRecord, { body: { characterId, text, ...(plate !== undefined && { plate }) } }))

const withdraw = async ({ claimId }: Claim): Promise<void> => keep(await call(withdrawClaim, { params: { claimId } }))

const text = trimmed(500)
/** A plate is asked for where a vehicle is claimed, and only then. */
export const ClaimForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vehicle'), plate: Plate, text }),
  z.object({ kind: z.literal('character'), plate: z.string().transform(() => undefined), text }),
])
type ClaimDraft = z.input<typeof ClaimForm>
type ClaimInput = z.output<typeof ClaimForm>
