import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { BoloInput, createBolo, updateBolo, type Bolo } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import type { BoloSubject } from './bolo-draft.port.ts'
import { subjectOf } from './bolo-list.ts'
import { LikelyChips, type LikelyChip } from '../../../panels/LikelyChips.tsx'
import { useLookedUp } from '../../../panels/likely.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { Stack } from '../../../ui/layout.tsx'

const HOUR_MS = 3_600_000
const PERIODS = [
  { hours: 2, label: '2 hours' },
  { hours: 6, label: '6 hours' },
  { hours: 24, label: '1 day' },
  { hours: 72, label: '3 days' },
  { hours: 24 * 7, label: '7 days' },
  { hours: 24 * 30, label: '30 days' },
]
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

type BoloDialogProps = { serverId: number; draft: { edited: Bolo } | { subject: BoloSubject }; onClose: () => void }

/** A new BOLO, or a change to one. */
export function BoloDialog({ serverId, draft, onClose }: BoloDialogProps) {
  const edited = 'edited' in draft ? draft.edited : null
  const known: BoloSubject = 'edited' in draft ? draft.edited : draft.subject
  const form = useZodForm(BoloInput, {
    kind: known.kind,
    plate: known.plate ?? '',
    name: known.name ?? '',
    characterId: known.characterId ?? null,
    vehicleId: known.vehicleId ?? null,
    description: known.description ?? '',
    reason: edited?.reason ?? '',
    expiresAt: edited?.expiresAt ?? inHours(6),
  })
  const { kind, plate = '', name = '' } = form.getValues()
  const isKnown = Boolean(known.plate ?? known.name)
  const save = async (input: BoloInput) => {
    // Fields of the other kind are not sent along.
    const body = kind === 'vehicle' ? { ...input, name: '', characterId: null } : { ...input, plate: '', vehicleId: null }
    if (edited) await call(updateBolo, { params: { serverId, boloId: edited.boloId }, body: { ...body, version: edited.version } })
    else await call(createBolo, { params: { serverId }, body })
    notify.success(edited ? 'BOLO changed' : `BOLO issued: ${subjectOf(body)}`)
    onClose()
  }
  const kept = edited ? [{ value: edited.expiresAt, label: `Unchanged: ${dateTime(edited.expiresAt)}` }] : []
  return (
    <FormModal title={edited ? 'Edit BOLO' : 'New BOLO'} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <SegmentedControl
          aria-label="Kind"
          data={[
            { value: 'person', label: 'Person' },
            { value: 'vehicle', label: 'Vehicle' },
          ]}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value)}
        />
        {kind === 'vehicle' ? (
          <TextInput
            label="Plate"
            description="Full plate, or its start and *: 46E*"
            autoComplete="off"
            classNames={{ input: 'mono' }}
            data-autofocus={!isKnown || undefined}
            {...form.getInputProps('plate')}
          />
        ) : (
          <TextInput label="Name" autoComplete="off" data-autofocus={!isKnown || undefined} {...form.getInputProps('name')} />
        )}
        {!edited && <LikelySubjects kind={kind} plate={plate} name={name} onTake={form.setValues} />}
        <TextInput
          label="Description"
          placeholder={kind === 'vehicle' ? 'Silver Sultan, dent in the left door' : "Male, 6'2, grey hoodie"}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <Textarea
          label="Reason"
          withAsterisk
          autosize
          minRows={2}
          maxRows={5}
          data-autofocus={isKnown || undefined}
          {...form.getInputProps('reason')}
        />
        <NativeSelect
          label="Expires after"
          data={[...kept, ...PERIODS.map(({ hours, label }) => ({ value: String(hours), label }))]}
          defaultValue={edited ? edited.expiresAt : '6'}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('expiresAt', value === edited?.expiresAt ? value : inHours(Number(value)))
          }
        />
        <FormButtons submitLabel={edited ? 'Save' : 'Issue BOLO'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

type Subject = { readonly plate: string; readonly name: string }
type Taken = { plate: string; vehicleId: number; description: string } | { name: string; characterId: number }

/** The person or vehicle that was looked up last, while the field is empty. */
function LikelySubjects({ kind, plate, name, onTake }: Subject & { kind: Bolo['kind']; onTake: (taken: Taken) => void }) {
  const { person, vehicle, owner } = useLookedUp()
  const chips: LikelyChip[] = []
  if (kind === 'vehicle' && vehicle && plate === '') {
    const description = [vehicle.model, vehicle.colour].filter(Boolean).join(', ')
    const take = () => onTake({ plate: vehicle.plate, vehicleId: vehicle.vehicleId, description })
    chips.push({ key: 'L', label: `Last lookup: ${vehicle.plate}`, take })
  }
  if (kind === 'person' && name === '') {
    const take = (found: typeof person) => () => found && onTake({ name: found.name, characterId: found.characterId })
    if (owner) chips.push({ key: 'R', label: `Owner of ${vehicle?.plate}: ${owner.name}`, take: take(owner) })
    if (person && person.characterId !== owner?.characterId)
      chips.push({ key: 'L', label: `Last lookup: ${person.name}`, take: take(person) })
  }
  return <LikelyChips chips={chips} />
}
