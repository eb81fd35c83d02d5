import { TextInput } from '@mantine/core'
import type { OwnVehicle, VehicleInput } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { useCurrentValues } from '../own-records/own-records.port.ts'
import { draftOf, newVehicle, VehicleForm } from './vehicle-form.ts'
import { addVehicle, saveVehicle } from './vehicles.actions.ts'
import classes from './Vehicles.module.css'

type VehicleDialogProps = { characterId: number; vehicle: OwnVehicle | null; onClose: () => void }

export function VehicleDialog({ characterId, vehicle, onClose }: VehicleDialogProps) {
  const now = useNow()
  const form = useZodForm(VehicleForm, vehicle ? draftOf(vehicle) : newVehicle(now))
  const { base, notice } = useCurrentValues(vehicle, (current) => {
    form.setInitialValues(draftOf(current))
    form.reset()
  })
  const save = async (input: VehicleInput) => {
    if (base) await saveVehicle(base.vehicleId, base.version, input)
    else await addVehicle(characterId, input)
    notify.success(`${input.plate} has been ${base ? 'saved' : 'registered'}`)
    onClose()
  }
  return (
    <FormModal title={base ? `Edit ${base.plate}` : 'Add a vehicle'} onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(save)}>
        {notice}
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
          <TextInput
            label="VIN"
            autoComplete="off"
            placeholder="Assigned if blank"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('vin')}
          />
        </div>
        <div className={classes.pair}>
          <TextInput label="Model" withAsterisk autoComplete="off" placeholder="Karin Sultan" {...form.getInputProps('model')} />
          <TextInput label="Colour" autoComplete="off" placeholder="Silver" {...form.getInputProps('colour')} />
        </div>
        <div className={classes.pair}>
          <TextInput type="date" label="Registered until" description="Blank = not registered" {...form.getInputProps('registeredUntil')} />
          <TextInput type="date" label="Insured until" description="Blank = not insured" {...form.getInputProps('insuredUntil')} />
        </div>
        <FormButtons submitLabel={base ? 'Save' : 'Add vehicle'} isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
