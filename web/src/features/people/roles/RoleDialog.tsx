import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { levelOf, mayHandleLevel, ROOT_LEVEL, RoleGroupName, RoleInput, type RoleInUse } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { groupSigns, whyOutOfReach } from './role-reach.ts'
import { saveRole } from './roles.queries.ts'
import { Stack } from '../../../ui/layout.tsx'
import { FormButtons } from '../../../ui/FormButtons.tsx'

export function RoleDialog({ role, onClose }: { role: RoleInUse | null; onClose: () => void }) {
  const actor = useSignedInUser()
  const own = levelOf(actor)
  const highest = own >= ROOT_LEVEL ? ROOT_LEVEL : own - 1
  const form = useZodForm(reachable(own), {
    name: role?.name ?? '',
    level: role?.level ?? Math.min(10, highest),
    roleGroup: role?.roleGroup.name ?? 'Staff',
    signsWarrants: role?.signsWarrants ?? false,
  })
  const signsByGroup = groupSigns(form.values.roleGroup)
  const signs = form.getInputProps('signsWarrants', { type: 'checkbox' })
  const groups = RoleGroupName.options.filter((name) => !whyOutOfReach(actor, { level: 1, roleGroup: { roleGroupId: 0, name } }))
  const save = async (input: RoleInput) => {
    await saveRole(input, role)
    notify.success(`The role ${input.name} has been ${role ? 'saved' : 'added'}`)
    onClose()
  }
  return (
    <FormModal onClose={onClose} isDirty={form.isDirty()} title={role ? `Edit ${role.name}` : 'Add a role'}>
      <Stack as="form" noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <NativeSelect
          label="Group"
          description="Sets what this role can do, e.g. Admin: everything except Root."
          data={groups}
          {...form.getInputProps('roleGroup')}
        />
        <NumberInput
          label="Level"
          description={`1 to ${highest}. Nobody gives, takes or changes a role at or above their own level.`}
          min={1}
          max={highest}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('level')}
        />
        <Checkbox
          label="May sign warrants"
          description={
            signsByGroup
              ? `All roles of the group ${form.values.roleGroup} may.`
              : 'Its holders sign or deny warrants, whatever its group. They find them on their home page.'
          }
          {...signs}
          {...(signsByGroup && { checked: true, disabled: true })}
        />
        <FormButtons submitLabel={role ? 'Save' : 'Add role'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

const reachable = (own: number) =>
  RoleInput.refine(({ level }) => mayHandleLevel(own, level), { path: ['level'], message: 'This level is at or above your own' })
