import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { DepartmentInput, DepartmentType, type ManagedDepartment } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { templateExample, templateWarning } from './call-sign-template.ts'
import { saveDepartment } from './departments.manage.ts'
import { Stack } from '../../../ui/layout.tsx'
import { FormButtons } from '../../../ui/FormButtons.tsx'

const TYPE_NAMES: Record<DepartmentType, string> = {
  Leo: 'Law enforcement',
  Comms: 'Communications',
  Fire: 'Fire and medical',
  Civilian: 'Civilian',
  Other: 'Other',
}
export const typeName = (type: DepartmentType): string => TYPE_NAMES[type]

const EMPTY: DepartmentInput = { name: '', fullName: '', type: 'Leo', isCadEnabled: true, callSignTemplate: '' }

type DepartmentDialogProps = { department: ManagedDepartment | null; onClose: () => void }

export function DepartmentDialog({ department, onClose }: DepartmentDialogProps) {
  const { name, fullName, type, isCadEnabled, callSignTemplate } = department ?? EMPTY
  const form = useZodForm(DepartmentInput, { name, fullName, type, isCadEnabled, callSignTemplate })
  const save = async (input: DepartmentInput) => {
    await saveDepartment(input, department)
    notify.success(`${input.fullName} has been ${department ? 'saved' : 'added'}`)
    onClose()
  }
  return (
    <FormModal onClose={onClose} isDirty={form.isDirty()} title={department ? `Edit ${department.name}` : 'Add a department'}>
      <Stack as="form" noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <TextInput
          label="Short name"
          description="As on chips and call signs: LSPD"
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput label="Name" withAsterisk {...form.getInputProps('fullName')} />
        <NativeSelect
          label="Type"
          description="Decides which class its units have on the board"
          data={DepartmentType.options.map((value) => ({ value, label: TYPE_NAMES[value] }))}
          {...form.getInputProps('type')}
        />
        <Switch
          label="CAD enabled"
          description="Its members can open the CAD and the live map"
          {...form.getInputProps('isCadEnabled', { type: 'checkbox' })}
        />
        <TextInput
          label="Call-sign pattern"
          description={templateHelp(form.getValues().callSignTemplate ?? '', form.getValues().name)}
          placeholder="#L##"
          autoComplete="off"
          maxLength={40}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('callSignTemplate')}
        />
        <FormButtons submitLabel={department ? 'Save' : 'Add department'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

/** Explains the placeholders until there is an example to show. */
const templateHelp = (template: string, name: string): string =>
  templateWarning(template) ??
  (template.trim() === ''
    ? 'Hands out a call sign to each member. Use # for a digit. Blank = any call sign. Ranks and unit types can have their own under Call signs.'
    : `Use # for a digit, {department} or {initials}. Units will be called like ${templateExample(template, name || 'LSPD')}`)
