import { NativeSelect, Select } from '@mantine/core'
import { addEntitlement, mayEntitle, mayGivePower, previewEntitlement, type EntitlementGift } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { concernedWords, ENVIRONMENTS, giftsOf, giftWords, type Entitlements, type SourceRow } from './entitlement.labels.ts'
import { refreshEntitlements, useMayEntitle } from './entitlements.queries.ts'
import { severalGuilds } from './GiftChip.tsx'
import { Stack } from '../../../ui/layout.tsx'

type Kind = EntitlementGift['kind']
const KINDS: Record<Kind, string> = { discordRole: 'Discord role', whitelist: 'Whitelist', aceGroup: 'In-game group' }
type Option = { readonly value: string; readonly label: string; readonly disabled?: boolean }

type AddGiftDialogProps = { row: SourceRow; known: Entitlements; onClose: () => void }

/** Chooses something to give, and says how many get it. */
export function AddGiftDialog({ row, known, onClose }: AddGiftDialogProps) {
  const may = useMayEntitle()
  const kinds = (Object.keys(KINDS) as Kind[]).filter(
    (each) => mayEntitle(row.source.kind, each) && (may.isAdmin || each === 'discordRole'),
  )
  const [kind, setKind] = useState<Kind>('discordRole')
  const [value, setValue] = useState<string | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isSaving, setSaving] = useState(false)
  const gift = value === null ? null : giftOf(kind, value)
  const held = new Set(giftsOf(known.entitlements, row.source, kind).map((each) => valueOf(each.gift)))
  const options = optionsOf(kind, row, known, may.isAdmin).filter((each) => !held.has(each.value))

  const save = async () => {
    if (!gift) return setFailure({ message: 'Choose what to give' })
    setSaving(true)
    try {
      await call(addEntitlement, { body: { source: row.source, gift }, quiet: true })
      notify.success(`${giftWords(gift, known)} is given to ${row.name}`)
      onClose()
    } catch (error) {
      setFailure(errorInfo(error))
    } finally {
      setSaving(false)
      void refreshEntitlements()
    }
  }
  return (
    <FormModal title={`Give something to ${row.name}`} onClose={onClose}>
      <Stack
        as="form"
        gap={14}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSaving) void save()
        }}
      >
        <FormError error={failure} />
        {kinds.length > 1 && (
          <NativeSelect
            label="What"
            value={kind}
            data={kinds.map((each) => ({ value: each, label: KINDS[each] }))}
            onChange={({ currentTarget }) => {
              setKind(kinds.find((each) => each === currentTarget.value) ?? 'discordRole')
              setValue(null)
              setFailure(null)
            }}
          />
        )}
        <Select
          key={kind}
          label={KINDS[kind]}
          placeholder={options.length === 0 ? NONE[kind] : 'Choose'}
          disabled={options.length === 0}
          searchable
          withAsterisk
          allowDeselect={false}
          nothingFoundMessage="Nothing matches"
          data={options}
          value={value}
          onChange={(next) => {
            setValue(next)
            setFailure(null)
          }}
        />
        {gift && <Concerned row={row} gift={gift} />}
        <FormButtons submitLabel="Give" isSubmitting={isSaving} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

function Concerned({ row: { source }, gift }: { row: SourceRow; gift: EntitlementGift }) {
  const { data, error } = useQuery({
    queryKey: ['entitlements', 'concerned', source, gift],
    queryFn: ({ signal }) => call(previewEntitlement, { body: { add: { source, gift } }, signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { handled: true },
  })
  return (
    <output className="muted">
      {data
        ? concernedWords(data, 'get', gift.kind)
        : error
          ? `How many get it could not be counted: ${error.message}`
          : 'Counting who gets it…'}
    </output>
  )
}

const NONE: Record<Kind, string> = {
  discordRole: 'No other role to give',
  whitelist: 'Both are given already',
  aceGroup: 'No game server offers another group in its config',
}

function giftOf(kind: Kind, value: string): EntitlementGift {
  if (kind === 'discordRole') return { kind, roleId: value }
  return kind === 'whitelist' ? { kind, environment: value === 'dev' ? 'dev' : 'prod' } : { kind, aceGroup: value }
}
const valueOf = (gift: EntitlementGift): string =>
  gift.kind === 'discordRole' ? gift.roleId : gift.kind === 'whitelist' ? gift.environment : gift.aceGroup

function optionsOf(kind: Kind, { source }: SourceRow, known: Entitlements, isAdmin: boolean): Option[] {
  if (kind === 'whitelist') return (['prod', 'dev'] as const).map((value) => ({ value, label: ENVIRONMENTS[value] }))
  if (kind === 'aceGroup')
    return known.aceGroups
      .filter(({ servers }) => servers.length > 0)
      .map(({ name, servers }) => ({ value: name, label: `${name} (${servers.join(', ')})` }))
  const hasSeveral = severalGuilds(known)
  return known.roles
    .filter(({ isGone, isManaged, isPowerful }) => !isGone && !isManaged && (!isPowerful || (isAdmin && mayGivePower(source.kind))))
    .map(({ roleId, name, guildName, isPowerful, isLedByDiscord }) => ({
      value: roleId,
      label: [name, hasSeveral && `(${guildName})`, isPowerful && '· powerful', isLedByDiscord && '· led by Discord']
        .filter(Boolean)
        .join(' '),
      disabled: isLedByDiscord,
    }))
}
