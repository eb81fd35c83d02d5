import { CallEdit, getCall, updateCall, type Call } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call as callApi } from '../../../../platform/api/client.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { boardStore } from '../../board/board.port.ts'
import { saveField, type EditableField, type FieldValue, type SaveOutcome } from './edit-field.ts'

type Edit = {
  /** The field's value when the edit began, or when someone else's change was last acknowledged. */
  readonly base: FieldValue
  readonly typed: FieldValue
}
type Shown = {
  readonly isSaving: boolean
  readonly problem: string | undefined
  /** Someone else's value, as returned by the server, if it has not arrived through the board yet. */
  readonly conflict: FieldValue | null
  /** Saved but not yet confirmed by an event: shown meanwhile in place of `of`. */
  readonly settling: { readonly value: FieldValue; readonly of: FieldValue } | null
}
const NOT_SAVING: Shown = { isSaving: false, problem: undefined, conflict: null, settling: null }
const SETTLE_MS = 3000
const OFFLINE = 'You are offline. Nothing was sent.'

/** Edits outlive the panel that shows them, so that switching calls loses nothing. */
const openEdits = new Map<string, Edit>()

async function put(callId: number, edit: CallEdit): Promise<boolean> {
  try {
    await callApi(updateCall, { params: { callId }, body: edit, quiet: true })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return false
    throw error
  }
}

async function refresh(callId: number): Promise<Call> {
  const fresh = await callApi(getCall, { params: { callId }, quiet: true })
  if (fresh.status === 'cleared') throw new Error(`Call ${callId} was cleared by ${fresh.clearedBy?.name ?? 'the portal'}`)
  return fresh
}

type Outcome = SaveOutcome | { readonly kind: 'refused'; readonly problem: string }

/** Saves onto the call as known here, or as fetched from the portal. */
async function attempt(call: Call, field: EditableField, { base, typed }: Edit, isAskedAnew: boolean): Promise<Outcome> {
  if (boardStore().get().phase !== 'live') return { kind: 'refused', problem: OFFLINE }
  const { callId } = call
  try {
    const known = isAskedAnew ? await refresh(callId) : call
    return await saveField(
      { field, base, typed },
      { current: () => known, put: (edit) => put(callId, edit), refresh: () => refresh(callId) },
    )
  } catch (error) {
    return { kind: 'refused', problem: errorInfo(error).message }
  }
}

/** One field of a call, edited in place. */
export function useFieldEdit(call: Call, field: EditableField) {
  const key = `${call.callId} ${field}`
  const value = call[field]
  const [edit, setEdit] = useState<Edit | null>(() => openEdits.get(key) ?? null)
  const [shown, setShown] = useState(NOT_SAVING)
  const { settling } = shown
  if (settling && settling.of !== value) setShown({ ...shown, settling: null })
  useEffect(() => {
    if (!settling) return
    const timer = setTimeout(() => setShown((last) => ({ ...last, settling: null })), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [settling])

  const theirs = edit && (shown.conflict ?? (value !== edit.base && value !== edit.typed ? value : null))
  const changeEdit = (next: Edit | null) => {
    if (next) openEdits.set(key, next)
    else openEdits.delete(key)
    setEdit(next)
  }
  const cancel = () => {
    changeEdit(null)
    setShown(NOT_SAVING)
  }
  const save = async ({ base, typed }: Edit, isAskedAnew: boolean) => {
    if (shown.isSaving) return
    const { data: wanted = typed, error } = CallEdit.shape[field].safeParse(typed)
    if (error) return setShown({ ...NOT_SAVING, problem: error.issues[0]?.message })
    if (wanted === base && value === base) return cancel()
    setShown({ ...NOT_SAVING, isSaving: true })
    const outcome = await attempt(call, field, { base, typed: wanted }, isAskedAnew)
    if (outcome.kind === 'refused') return setShown({ ...NOT_SAVING, problem: outcome.problem })
    if (outcome.kind === 'conflict') return setShown({ ...NOT_SAVING, conflict: outcome.theirs })
    changeEdit(null)
    setShown({ ...NOT_SAVING, settling: { value: wanted, of: value } })
  }
  return {
    /** The value to show while not editing. */
    value: settling?.value ?? value,
    edit,
    /** Someone else's value for the field since the edit began. */
    theirs,
    isSaving: shown.isSaving,
    problem: shown.problem,
    start: () => changeEdit({ base: value, typed: value }),
    type: (typed: FieldValue) => {
      if (edit) changeEdit({ ...edit, typed })
      if (shown.problem) setShown(NOT_SAVING)
    },
    cancel,
    save: () => void (edit && save(edit, false)),
    /** Acknowledges the other value and replaces it anyway. */
    overwrite: () => void (edit && theirs !== null && save({ ...edit, base: theirs }, true)),
    /** Saves a selected (not typed) value immediately. */
    choose: async (typed: FieldValue) => {
      if (typed === value) return
      setShown({ ...NOT_SAVING, settling: { value: typed, of: value } })
      const outcome = await attempt(call, field, { base: value, typed }, false)
      if (outcome.kind === 'saved') return
      setShown(NOT_SAVING)
      notify.error(outcome.kind === 'refused' ? outcome.problem : 'Somebody else changed this at the same moment. Choose again.')
    },
  }
}
