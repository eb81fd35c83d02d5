import { Button, Checkbox, TextInput } from '@mantine/core'
import type { RepairVehicle } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { VehicleFields } from './repair-fields.ts'
import { saveVehicle } from './repairs.queries.ts'
import classes from './Repairs.module.css'

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
      <form
        className={classes.form}
        noValidate
        onSubmit={form.submit(async (body) => {
          await saveVehicle(vehicleId, body)
          notify.success(`${body.plate} has been corrected`)
          onClose()
        })}
      >
        <FormError error={form.failure} />
        <div className={classes.pair}>
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
        </div>
        <TextInput
          label="Owner’s number"
          description="The number of the character, for example #120. Leave empty if it belongs to nobody."
          autoComplete="off"
          {...form.getInputProps('characterId')}
        />
        <Checkbox label="Deleted" {...form.getInputProps('isDeleted', { type: 'checkbox' })} />
        <TextInput label="Reason" description="Shown to the owner." withAsterisk autoComplete="off" {...form.getInputProps('reason')} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Save
          </Button>
        </div>
      </form>
    </FormModal>
  )
}
