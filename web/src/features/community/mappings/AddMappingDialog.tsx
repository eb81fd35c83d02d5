import { NativeSelect, Select } from '@mantine/core'
import type { listRoleMappings, ResponseOf } from '@tenfour/contract'
import { useState } from 'react'
import { ChangeDialog } from './ChangeDialog.tsx'

export type Chosen = { readonly departmentId: number; readonly roleId: string | null; readonly rankId: number | null }
type AddMappingDialogProps = {
  known: ResponseOf<typeof listRoleMappings>
  start: Chosen
  onClose: () => void
}

/** Maps a Discord role to a department and rank. */
export function AddMappingDialog({ known, start, onClose }: AddMappingDialogProps) {
  const [{ departmentId, roleId, rankId }, setChosen] = useState(start)
  const departments = known.departments.filter(({ isRetired }) => !isRetired)
  const department = departments.find((each) => each.departmentId === departmentId)
  const mapped = new Set(department?.mappings.map(({ role }) => role.roleId))
  const hasSeveral = new Set(known.roles.map(({ guildName }) => guildName)).size > 1
  return (
    <ChangeDialog
      title="Map a Discord role"
      submitLabel="Map role"
      done="The Discord role is mapped"
      change={roleId === null || !department ? null : { kind: 'add', roleId, departmentId, rankId }}
      onClose={onClose}
    >
      <NativeSelect
        label="Department"
        data={departments.map((each) => ({ value: String(each.departmentId), label: each.name }))}
        value={String(departmentId)}
        onChange={({ currentTarget }) => setChosen({ departmentId: Number(currentTarget.value), roleId, rankId: null })}
      />
      <NativeSelect
        label="Rank"
        data={[
          { value: '', label: 'No rank' },
          ...(department?.ranks ?? []).map((rank) => ({ value: String(rank.rankId), label: rank.name })),
        ]}
        value={rankId === null ? '' : String(rankId)}
        onChange={({ currentTarget: { value } }) => setChosen({ departmentId, roleId, rankId: value === '' ? null : Number(value) })}
      />
      <Select
        label="Discord role"
        placeholder="Choose"
        searchable
        withAsterisk
        allowDeselect={false}
        nothingFoundMessage="Nothing matches"
        data={known.roles
          .filter((role) => !mapped.has(role.roleId))
          .map(({ roleId: value, name, guildName }) => ({ value, label: hasSeveral ? `${name} (${guildName})` : name }))}
        value={roleId}
        onChange={(value) => setChosen({ departmentId, roleId: value, rankId })}
      />
    </ChangeDialog>
  )
}
