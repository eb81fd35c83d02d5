import { Checkbox, TextInput } from '@mantine/core'
import type { RepairVehicle } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { VehicleFields, saveVehicle } from './repairs.queries.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { Stack, Columns } from '../../../ui/layout.tsx'

export function VehicleRepairDialog({ vehicle, onClose }: { vehicle: RepairVehicle; onClose: () => void }) {
  const { vehicleId, plate, vin, model, colour, owner, isDeleted, version } = vehicle
  const form = useZodForm(VehicleFields, {
    plate,
    vin,
    model,
    colour,
    characterId: owner ? `#${owner.characterId}` : '',
    isDeleted,
    reason: '',
    version,
  })
  return (
    <FormModal onClose={onClose} isDirty={form.isDirty()} title={`Correct ${plate}`} size={520}>
      <Stack
        as="form"
        gap={16}

        noValidate
        onSubmit={form.submit(async (body) => {
          await saveVehicle(vehicleId, body)
          notify.success(`${body.plate} has been corrected`)
          onClose()
        })}
      >
        <FormError error={form.failure} />
        <Columns stackBelow="36em">
          <TextInput
            label="Plate"
            withAsterisk
            data-autofocus
            autoComplete="off"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('plate')}
          />
          <TextInput label="VIN" autoComplete="off" classNames={{ input: 'mono' }} {...form.getInputProps('vin')} />
          <TextInput label="Model" withAsterisk autoComplete="off" {...form.getInputProps('model')} />
          <TextInput label="Colour" autoComplete="off" {...form.getInputProps('colour')} />
        </Columns>
        <TextInput
          label="Owner’s number"
          description="The number of the character, for example #120. Leave empty if it belongs to nobody."
          autoComplete="off"
          {...form.getInputProps('characterId')}
        />
        <Checkbox label="Deleted" {...form.getInputProps('isDeleted', { type: 'checkbox' })} />
        <TextInput label="Reason" description="Shown to the owner." withAsterisk autoComplete="off" {...form.getInputProps('reason')} />
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
