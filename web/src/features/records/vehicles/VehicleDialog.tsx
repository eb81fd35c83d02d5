import { TextInput } from '@mantine/core'
import { type Field, type OwnVehicle, VehicleInput, DayInput } from '@tenfour/contract'
import { DateField } from '../../../ui/DateField.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { CadValueOptions } from '../../dispatch/cad-values/CadValueOptions.port.tsx'
import { FieldInputs, WithFields } from '../fields/FieldInputs.port.tsx'
import { filledBy, draftOf as fieldsDraft, fieldsForm } from '../fields/fields.port.ts'
import { useCurrentValues } from '../../../ui/use-current-values.tsx'
import { addVehicle, saveVehicle } from './vehicles.actions.ts'
import { Stack, Columns } from '../../../ui/layout.tsx'
import { z } from 'zod'
import { inAYear } from './vehicle.labels.ts'

type VehicleDialogProps = { characterId: number; vehicle: OwnVehicle | null; onClose: () => void }

export const VehicleDialog = (props: VehicleDialogProps) => (
  <WithFields title={titleOf(props.vehicle)} onClose={props.onClose}>
    {(fields) => <VehicleFormDialog {...props} fields={filledBy(fields, 'vehicle', 'owner')} />}
  </WithFields>
)

const titleOf = (vehicle: OwnVehicle | null): string => (vehicle ? `Edit ${vehicle.plate}` : 'Add a vehicle')

function VehicleFormDialog({ characterId, vehicle, fields, onClose }: VehicleDialogProps & { fields: readonly Field[] }) {
  const now = useNow()
  const form = useZodForm(vehicleForm(fields), vehicle ? draftOf(vehicle, fields) : newVehicle(now, fields))
  const { base, notice } = useCurrentValues(vehicle, (current) => {
    form.setInitialValues(draftOf(current, fields))
    form.reset()
  })
  const save = async (input: VehicleInput) => {
    if (base) await saveVehicle(base.vehicleId, base.version, input)
    else await addVehicle(characterId, input)
    notify.success(`${input.plate} has been ${base ? 'saved' : 'registered'}`)
    onClose()
  }
  return (
    <FormModal title={titleOf(base)} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        {notice}
        <CadValueOptions kind="vehicle-model" />
        <FormError error={form.failure} />
        <Columns gap={14} align="start" stackBelow="30em">
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
        </Columns>
        <Columns gap={14} align="start" stackBelow="30em">
          <TextInput
            label="Model"
            withAsterisk
            autoComplete="off"
            placeholder="Karin Sultan"
            list="vehicle-model"
            {...form.getInputProps('model')}
          />
          <TextInput label="Colour" autoComplete="off" placeholder="Silver" {...form.getInputProps('colour')} />
        </Columns>
        <Columns gap={14} align="start" stackBelow="30em">
          <DateField label="Registered until" description="Blank = not registered" {...form.getInputProps('registeredUntil')} />
          <DateField label="Insured until" description="Blank = not insured" {...form.getInputProps('insuredUntil')} />
        </Columns>
        <FieldInputs
          fields={fields}
          values={form.getValues().fields}
          errors={form.errors}
          onChange={(fieldId, value) => form.setFieldValue(`fields.${fieldId}`, value)}
        />
        <FormButtons submitLabel={base ? 'Save' : 'Add vehicle'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

/** A date field is empty where the contract has null. */
const dayOrNone = z
  .string()
  .transform((day) => day || null)
  .pipe(DayInput.nullable())

/** With the community's own fields, as far as the owner fills them in. */
export const vehicleForm = (fields: readonly Field[]) =>
  VehicleInput.extend({ registeredUntil: dayOrNone, insuredUntil: dayOrNone, fields: fieldsForm(fields) })
type VehicleDraft = z.input<ReturnType<typeof vehicleForm>>

export const draftOf = (
  { plate, vin, model, colour, registeredUntil, insuredUntil, fields }: OwnVehicle,
  own: readonly Field[],
): VehicleDraft => ({
  plate,
  vin,
  model,
  colour,
  registeredUntil: registeredUntil ?? '',
  insuredUntil: insuredUntil ?? '',
  fields: fieldsDraft(own, fields),
})

export const newVehicle = (now: Date, own: readonly Field[]): VehicleDraft => ({
  plate: '',
  vin: '',
  model: '',
  colour: '',
  registeredUntil: inAYear(now),
  insuredUntil: inAYear(now),
  fields: fieldsDraft(own, {}),
})
