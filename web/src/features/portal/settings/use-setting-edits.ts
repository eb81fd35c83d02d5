import { resetSetting, saveSetting, type Setting, type SettingState } from '@tenfour/contract'
import { useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { errorInfo, unansweredWords } from '../../../ui/error-info.ts'
import { isChange, isOutdated, onto, parseEntry, withEdit, withoutEdit, type Edit, type Edits, type Entry } from './setting-draft.ts'
import { keepStates, refetchSettings } from './settings.queries.ts'

type Known = { readonly setting: Setting; readonly state: SettingState }
export type SettingEdits = ReturnType<typeof useSettingEdits>

/** Everything changed on the page and not saved yet. */
export function useSettingEdits(known: readonly Known[]) {
  const [edits, setEdits] = useState<Edits>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Someone else may have chosen the very same meanwhile, or the environment may decide since a restart.
  const open = known.flatMap(({ setting, state }) => {
    const edit = edits[setting.key]
    return edit && state.source !== 'environment' && isChange(setting, state, edit) ? [{ setting, state, edit }] : []
  })
  const editOf = (key: string): Edit | undefined => open.find(({ setting }) => setting.key === key)?.edit
  const forget = (key: string) => {
    setEdits((before) => withoutEdit(before, key))
    setErrors(({ [key]: _gone, ...others }) => others)
  }

  /** The key of the first setting that could not be saved. */
  const save = async (): Promise<string | undefined> => {
    const failed: Record<string, string> = {}
    setSaving(true)
    setProblem(null)
    for (const { setting, state, edit } of open) {
      const { key } = setting
      const { error } = parseEntry(setting, edit.entry)
      if (error !== null) failed[key] = error
      else if (isOutdated(state, edit)) failed[key] = ''
      else {
        try {
          const saved = await send(setting, edit)
          keepStates([saved])
          setEdits((before) => afterSave(before, edit, saved))
        } catch (refusal) {
          const isConflict = refusal instanceof ApiError && refusal.code === 'conflict'
          const { message, isUnanswered } = errorInfo(refusal)
          failed[key] = isConflict ? '' : message
          if (isConflict) await refetchSettings()
          if (isUnanswered) {
            // The others would wait for an answer just as long.
            setProblem(unansweredWords())
            break
          }
        }
      }
    }
    setErrors(failed)
    setSaving(false)
    return Object.keys(failed)[0]
  }

  return {
    open,
    isSaving,
    problem,
    editOf,
    errorOf: (key: string) => errors[key] || null,
    change: (setting: Setting, state: SettingState, entry: Entry) => {
      setEdits((before) => withEdit(before, setting, state, entry))
      setErrors(({ [setting.key]: _gone, ...others }) => others)
    },
    /** On leaving the field, so that a wrong value is not found out only on saving. */
    check: ({ key }: Setting) => {
      const edited = open.find(({ setting }) => setting.key === key)
      const error = edited && parseEntry(edited.setting, edited.edit.entry).error
      if (error) setErrors((before) => ({ ...before, [key]: error }))
    },
    /** Keeps what is here although someone else has changed it. */
    keepMine: (edit: Edit, state: SettingState) => setEdits((before) => ({ ...before, [state.key]: onto(edit, state) })),
    forget,
    discard: () => {
      setEdits({})
      setErrors({})
      setProblem(null)
    },
    save,
  }
}

/** Input typed during the save stays, based on the saved state. */
function afterSave(edits: Edits, sent: Edit, saved: SettingState): Edits {
  const current = edits[saved.key]
  if (!current || current === sent) return withoutEdit(edits, saved.key)
  return { ...edits, [saved.key]: onto(current, saved) }
}

function send(setting: Setting, { base: { version }, entry }: Edit): Promise<SettingState> {
  const params = { key: setting.key }
  if (entry.kind === 'default') return call(resetSetting, { params, query: { version } })
  // Parsed by the setting's own schema, so it is a value of the contract.
  const value = parseEntry(setting, entry).value as SettingState['value']
  return call(saveSetting, { params, body: { value, version } })
}
