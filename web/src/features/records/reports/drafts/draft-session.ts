import { ApiError } from '../../../../platform/api/api-error.ts'
import { createObservable } from '../../../../platform/store/observable.ts'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import type { DraftCopies } from './draft-copies.ts'
import { isSame, merge, type Clash, type Part, type Parts } from './merge.ts'
import { timeSince } from '../../../../platform/format/dates.ts'

export type SaveState =
  | { readonly kind: 'starting' }
  /** The draft could not be started or loaded. */
  | { readonly kind: 'failed'; readonly problem: ErrorInfo }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  /** The server does not take it as it is. */
  | { readonly kind: 'refused'; readonly problem: ErrorInfo }
  | { readonly kind: 'clash' }
  /** Submitted or discarded elsewhere. */
  | { readonly kind: 'gone' }
  /** Submitted or discarded here. */
  | { readonly kind: 'closed' }

/** The fields that drafts of every kind have. */
export type AnyDraft<Content> = { readonly draftId: number; readonly version: number; readonly savedAt: string; readonly content: Content }

export type DraftState<Draft extends AnyDraft<unknown>> = {
  /** As the server has it; null until it does. */
  readonly draft: Draft | null
  /** As it is on the screen. */
  readonly content: Draft['content']
  readonly save: SaveState
  readonly clashes: readonly Clash[]
}

type Saved = Pick<AnyDraft<unknown>, 'version' | 'savedAt'>
export type DraftDeps<Draft extends AnyDraft<unknown>, Summary> = {
  readonly parts: Parts<Draft['content']>
  readonly load: (draftId: number) => Promise<Draft>
  readonly save: (draftId: number, content: Draft['content'], version: number, isLeaving: boolean) => Promise<Saved>
  readonly submit: (draftId: number, version: number, reason: string) => Promise<Summary>
  readonly discard: (draftId: number, version: number) => Promise<unknown>
  readonly copies: DraftCopies<Draft['content']>
}

/** 'draft, saved 21:47'. */
export function saveWords(save: SaveState, savedAt: string | undefined, now?: number): string {
  switch (save.kind) {
    case 'starting':
      return 'starting…'
    case 'failed':
      return 'could not be opened'
    case 'saved':
      return `draft, saved ${timeSince(savedAt, now)}`
    case 'saving':
      return 'saving…'
    case 'offline':
      return 'not saved: offline, trying again'
    case 'refused':
      return `not saved: ${save.problem.message}`
    case 'clash':
      return 'not saved: changed in two windows'
    case 'gone':
      return 'no longer a draft'
    case 'closed':
      return ''
  }
}

/** Something that was typed is not on the server, and does not get there without help. */
export const isUnsaved = ({ kind }: SaveState): boolean => ['offline', 'refused', 'clash', 'gone'].includes(kind)

export const TYPING_MS = 800
/** The browser refuses to send more than this while a page is closed. */
export const MAX_LEAVING_CHARACTERS = 60_000
const NO_DRAFT: ErrorInfo = { message: 'There is no such draft of yours. It may have been submitted or discarded.' }
const RETRY_MS = [2000, 5000, 10_000, 30_000]

type Beginning<Draft extends AnyDraft<unknown>> = {
  /** The content that is known before the server has answered. */
  readonly content: Draft['content']
  readonly open: () => Promise<Draft>
}

/** One draft being written: saved a moment after typing stops, one save at a time, and merged with what another window saved. */
export function createDraftSession<Draft extends AnyDraft<unknown>, Summary>(
  { content: known, open }: Beginning<Draft>,
  deps: DraftDeps<Draft, Summary>,
) {
  type Content = Draft['content']
  const { parts, load, save, copies } = deps
  const state = createObservable<DraftState<Draft>>({ draft: null, content: known, save: { kind: 'starting' }, clashes: [] })
  /** The content as the server has it. */
  let base = known
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  /** The highest version that the room told of. */
  let heard = 0

  const set = (by: Partial<DraftState<Draft>>) => state.set({ ...state.get(), ...by })
  const isDirty = () => !isSame(state.get().content, base)
  const isOver = () => ['gone', 'closed'].includes(state.get().save.kind)
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), ms)
  }
  const keepCopy = () => {
    const { draft, content } = state.get()
    if (!draft) return
    if (isDirty()) copies.keep(draft.draftId, { base, content })
    else copies.drop(draft.draftId)
  }
  /** Takes what the server has, with what was typed here on top. */
  const take = (theirs: Draft, from: { readonly base: Content; readonly content: Content }) => {
    const merged = merge<Content>(parts, from.base, from.content, theirs.content)
    base = theirs.content
    set({
      draft: theirs,
      content: merged.content,
      clashes: merged.clashes,
      save: { kind: merged.clashes.length > 0 ? 'clash' : 'saved' },
    })
    keepCopy()
    if (merged.clashes.length === 0 && isDirty()) later(0)
  }
  const begin = async () => {
    set({ save: { kind: 'starting' } })
    try {
      const draft = await open()
      const copy = copies.load(draft.draftId)
      take(draft, copy ?? { base: known, content: state.get().content })
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      set({ save: { kind: 'failed', problem: isGone ? NO_DRAFT : errorInfo(error) } })
    }
  }
  const fetchTheirs = async (draftId: number) => take(await load(draftId), { base, content: state.get().content })

  const onFailure = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return set({ save: { kind: 'gone' } })
    if (status === 0 || status === 429 || status >= 500) {
      set({ save: { kind: 'offline' } })
      later(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
      failures += 1
    } else set({ save: { kind: 'refused', problem: errorInfo(error) } })
  }
  const attempt = async (draft: Draft, isLeaving: boolean) => {
    const sent = state.get().content
    set({ save: { kind: 'saving' } })
    try {
      const { version, savedAt } = await save(draft.draftId, sent, draft.version, isLeaving)
      base = sent
      failures = 0
      set({ draft: { ...draft, version, savedAt }, save: { kind: 'saved' } })
      keepCopy()
      if (heard > version) await fetchTheirs(draft.draftId)
      else if (isDirty()) later(TYPING_MS)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) return onFailure(error)
      try {
        await fetchTheirs(draft.draftId)
      } catch (problem) {
        onFailure(problem)
      }
    }
  }
  const saveNow = async (isLeaving = false): Promise<void> => {
    clearTimeout(timer)
    const { draft, clashes } = state.get()
    if (!draft || clashes.length > 0 || isOver()) return
    if (running) return running
    if (!isDirty()) return set({ save: { kind: 'saved' } })
    running = attempt(draft, isLeaving)
    await running
    running = undefined
  }
  /** Saves all there is. Whether the server has it now. */
  const flush = async (isLeaving = false): Promise<boolean> => {
    for (let turn = 0; turn < 5; turn += 1) {
      await saveNow(isLeaving)
      if (state.get().save.kind !== 'saved' || !isDirty()) break
    }
    return state.get().save.kind === 'saved' && !isDirty()
  }
  const close = (draftId: number) => {
    clearTimeout(timer)
    copies.drop(draftId)
    set({ save: { kind: 'closed' } })
  }
  void begin()

  return {
    get: state.get,
    subscribe: state.subscribe,
    isDirty,
    change: (by: Partial<Content>): void => {
      if (isOver()) return
      set({ content: Object.assign({}, state.get().content, by) })
      keepCopy()
      later(TYPING_MS)
    },
    flush,
    /** Once more, after a failure. */
    retry: (): void => {
      if (state.get().save.kind === 'failed') void begin()
      else if (state.get().save.kind === 'offline') later(0)
    },
    /** Decides one clash; with the last one it is saved. */
    resolve: (part: Part, value: unknown): void => {
      const clashes = state.get().clashes.filter((each) => each.part !== part)
      set({ content: parts.withPart(state.get().content, part, value), clashes, ...(clashes.length === 0 && { save: { kind: 'saved' } }) })
      keepCopy()
      if (clashes.length === 0) later(0)
    },
    /** The room says that this version was saved. */
    follow: (version: number): void => {
      heard = Math.max(heard, version)
      const { draft, clashes } = state.get()
      // Typed text is merged once it is saved, which is soon.
      if (!draft || version <= draft.version || running || clashes.length > 0 || isOver() || isDirty()) return
      running = fetchTheirs(draft.draftId).catch(onFailure)
      void running.then(() => (running = undefined))
    },
    /** The room says that it is no longer there. */
    left: (): void => {
      if (isOver() || !state.get().draft) return
      clearTimeout(timer)
      set({ save: { kind: 'gone' } })
    },
    /** Fails as the server refuses it; null if it could not be saved before. */
    submit: async (reason: string): Promise<Summary | null> => {
      if (!(await flush())) return null
      const { draft } = state.get()
      if (!draft) return null
      // The room may tell of the submission before its answer is here.
      set({ save: { kind: 'closed' } })
      try {
        const summary = await deps.submit(draft.draftId, draft.version, reason)
        close(draft.draftId)
        return summary
      } catch (error) {
        set({ save: { kind: 'saved' } })
        if (error instanceof ApiError && error.code === 'conflict') await fetchTheirs(draft.draftId)
        throw error
      }
    },
    discard: async (): Promise<void> => {
      const { draft } = state.get()
      if (!draft) return
      await running
      clearTimeout(timer)
      await deps.discard(draft.draftId, state.get().draft?.version ?? draft.version)
      close(draft.draftId)
    },
    /** Stops saving; unsaved text stays in the copy. */
    stop: (): void => clearTimeout(timer),
  }
}
export type DraftSession<Draft extends AnyDraft<unknown>, Summary> = ReturnType<typeof createDraftSession<Draft, Summary>>
