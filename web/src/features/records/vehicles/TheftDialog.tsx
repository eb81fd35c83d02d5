import { Text, Textarea } from '@mantine/core'
import { Reason, type OwnVehicle } from '@tenfour/contract'
import { z } from 'zod'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { vehicleName } from './vehicle.labels.ts'
import { reportTheft } from './vehicles.actions.ts'
import { Stack } from '../../../ui/layout.tsx'

const Note = z.object({ note: Reason })

/** Reports a vehicle stolen, or that a stolen one is back. */
export function TheftDialog({ vehicle, onClose }: { vehicle: OwnVehicle; onClose: () => void }) {
  const form = useZodForm(Note, { note: '' })
  const isBack = vehicle.stolen !== null
  const save = async ({ note }: z.output<typeof Note>) => {
    await reportTheft(vehicle, note)
    notify.success(isBack ? `${vehicle.plate} is no longer reported stolen` : `${vehicle.plate} is reported stolen`)
    onClose()
  }
  return (
    <FormModal
      title={isBack ? `Report ${vehicle.plate} recovered` : `Report ${vehicle.plate} stolen`}
      onClose={onClose}
      isDirty={form.isDirty()}
    >
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" c="dimmed">
          {vehicleName(vehicle)}.{' '}
          {isBack ? 'Officers who run its plate no longer see it as stolen.' : 'Officers who run its plate see this.'}
        </Text>
        <Textarea
          label={isBack ? 'Where and how was it found?' : 'Where and when was it taken?'}
          withAsterisk
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('note')}
        />
        <FormButtons
          submitLabel={isBack ? 'Report recovered' : 'Report stolen'}
          danger={!isBack}
          isSubmitting={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </FormModal>
  )
}
