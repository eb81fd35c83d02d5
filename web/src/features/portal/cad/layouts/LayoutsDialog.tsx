import { ActionIcon, Button, FileButton, TextInput } from '@mantine/core'
import { IconDownload, IconReplace, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NamedLayoutInput, UNIT_CLASS_WORDS, type NamedLayout, type UnitClass } from '@tenfour/contract'
import { useRef, useState } from 'react'
import type { Arrangement } from '../../../../panels/desktop.ts'
import { titleFor, type Panel } from '../../../../panels/panel.ts'
import { relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { CardError, CardLoading, CardNote } from '../../../../ui/CardStates.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { Entry, EntryList } from '../../../../ui/EntryList.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { treeOf } from './department-layout.ts'
import { DepartmentDefaults } from './DepartmentDefaults.tsx'
import { areasOf, exportLayout, freeName, readLayoutFile } from './layout-file.ts'
import { NONE_OF_ITS_PANELS } from './LayoutItems.tsx'
import { dropLayout, keepLayout, layoutsQuery, replaceLayout } from './layouts.queries.ts'

const NameForm = NamedLayoutInput.pick({ name: true })

type LayoutsDialogProps = { unitClass: UnitClass; panels: readonly Panel[]; arrangement: Arrangement; onClose: () => void }

/** The layouts that a member keeps under a name, and the default of a department for members who may set it. */
export function LayoutsDialog({ unitClass, panels, arrangement, onClose }: LayoutsDialogProps) {
  const layouts = useQuery(layoutsQuery)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const forgetFile = useRef<() => void>(null)
  const form = useZodForm(NameForm, { name: '' })
  const attempt = async (work: () => Promise<void>) => {
    setError(null)
    await work().catch((failure: unknown) => setError(errorInfo(failure)))
  }
  const save = async ({ name }: { name: string }) => {
    await keepLayout({ name, unitClass, layout: areasOf(arrangement.layout()) })
    form.reset()
    notify.success(`The layout is saved as ${name}`)
  }
  const take = (file: File | null) =>
    file &&
    attempt(async () => {
      // So that the same file can be chosen again once it is corrected.
      forgetFile.current?.()
      const { name: given, unitClass: of, layout } = await readLayoutFile(file)
      const taken = (layouts.data ?? []).filter((each) => each.unitClass === of).map(({ name }) => name)
      const name = freeName(given, taken)
      await keepLayout({ name, unitClass: of, layout })
      const where = of === unitClass ? '' : `. It is for ${UNIT_CLASS_WORDS[of]}, and offered on their desktop`
      notify.success(`The layout is imported as ${name}${where}`)
    })
  return (
    <FormModal title="Layouts" onClose={onClose} isDirty={form.isDirty()} size={620}>
      <Stack gap={18}>
        <FormError error={error ?? form.failure} />
        <Row as="form" align="end" noValidate onSubmit={form.submit(save)}>
          <TextInput
            className="grow"
            data-autofocus
            label="Save the desktop as it is now"
            placeholder="Name, such as Two calls side by side"
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={form.submitting}>
            Save
          </Button>
          <FileButton accept=".json,application/json" onChange={(file) => void take(file)} resetRef={forgetFile}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                Import
              </Button>
            )}
          </FileButton>
        </Row>
        {layouts.isPending ? (
          <CardLoading rows={2} />
        ) : layouts.isError ? (
          <CardError what="Your layouts" onRetry={layouts.refetch} />
        ) : layouts.data.length === 0 ? (
          <CardNote>You have not saved a layout yet.</CardNote>
        ) : (
          <EntryList label="Your layouts">
            {layouts.data.map((layout) => (
              <LayoutEntry
                key={layout.layoutId}
                layout={layout}
                panels={panels}
                arrangement={layout.unitClass === unitClass ? arrangement : null}
                onUsed={onClose}
                attempt={attempt}
              />
            ))}
          </EntryList>
        )}
        <DepartmentDefaults unitClass={unitClass} arrangement={arrangement} attempt={attempt} />
      </Stack>
    </FormModal>
  )
}

type LayoutEntryProps = {
  layout: NamedLayout
  panels: readonly Panel[]
  /** Null for a layout of another class of unit, which can only be exported and deleted here. */
  arrangement: Arrangement | null
  onUsed: () => void
  attempt: (work: () => Promise<void>) => Promise<void>
}

function LayoutEntry({ layout, panels, arrangement, onUsed, attempt }: LayoutEntryProps) {
  const { name, unitClass, savedAt } = layout
  const now = useNow()
  const use = () => {
    if (arrangement?.apply(treeOf(layout.layout))) onUsed()
    else notify.error(NONE_OF_ITS_PANELS)
  }
  const replace = () =>
    attempt(async () => {
      if (!arrangement || !(await confirm({ title: `Replace ${name} with the desktop as it is now?`, confirmLabel: 'Replace' }))) return
      await replaceLayout(layout, areasOf(arrangement.layout()))
      notify.success(`${name} is the desktop as it is now`)
    })
  const remove = () =>
    attempt(async () => {
      if (await confirm({ title: `Delete the layout ${name}?`, confirmLabel: 'Delete', danger: true })) await dropLayout(layout)
    })
  const ids = layout.layout.areas.flatMap(({ tabs }) => tabs)
  const titles = panels.filter(({ id }) => ids.includes(id)).map((panel) => titleFor(panel, unitClass))
  const saved = `Saved ${relativeTime(savedAt, now)}`
  return (
    <Entry title={name} detail={arrangement ? `${titles.join(', ')}. ${saved}` : `For ${UNIT_CLASS_WORDS[unitClass]}. ${saved}`}>
      <Row gap={6} nowrap>
        {arrangement && (
          <>
            <Button size="xs" variant="default" onClick={use}>
              Use<span className="visually-hidden"> {name}</span>
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Replace ${name}`}
              title="Replace with the desktop as it is now"
              onClick={() => void replace()}
            >
              <IconReplace size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={`Export ${name}`} title="Export" onClick={() => exportLayout(layout)}>
          <IconDownload size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} title="Delete" onClick={() => void remove()}>
          <IconTrash size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Row>
    </Entry>
  )
}
