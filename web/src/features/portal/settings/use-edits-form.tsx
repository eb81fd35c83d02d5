import type { SyntheticEvent } from 'react'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { UnsavedBar } from '../../../ui/UnsavedBar.tsx'
import { isOutdated } from './setting-draft.ts'
import { focusField } from './settings.queries.ts'
import type { SettingEdits } from './use-setting-edits.ts'

const ALWAYS = () => Promise.resolve<string | undefined>(undefined)

/** The form around edits: its properties, and the bar that saves or discards them. `refuses` names a setting that is not to be saved yet. */
export function useEditsForm(edits: SettingEdits, id: string, saved: string, refuses = ALWAYS) {
  useLeaveQuestion(edits.open.length)
  const save = async () => {
    const [first] = edits.open
    if (!first) return
    const refused = await refuses()
    if (refused !== undefined) return focusField(refused)
    const failed = await edits.save()
    if (failed === undefined) notify.success(saved)
    // The bar with the button that was pressed is gone, or the first problem is waiting.
    focusField(failed ?? first.setting.key)
  }
  const discard = () => {
    const [first] = edits.open
    edits.discard()
    if (first) focusField(first.setting.key)
  }
  const isConflict = edits.open.some(({ state, edit }) => isOutdated(state, edit))
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void save()
  }
  const bar = (
    <UnsavedBar
      formId={id}
      what={edits.open.map(({ setting }) => setting.title)}
      problem={isConflict ? 'Someone else changed this too: choose which value to keep.' : edits.problem}
      isSaving={edits.isSaving}
      onDiscard={discard}
    />
  )
  return { form: { id, noValidate: true, onSubmit }, bar }
}
