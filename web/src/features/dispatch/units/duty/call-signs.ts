import { z } from 'zod'
import { localStore, type KeyValueStore } from '../../../../platform/storage/storage.ts'

const CallSigns = z.record(z.string(), z.string().min(1).max(16))

/** The call signs last used in this browser, one per department: the portal itself only knows the latest. */
export function createCallSigns(store: KeyValueStore) {
  const key = (userId: number) => `callSigns:${userId}`
  const read = (userId: number): z.infer<typeof CallSigns> => {
    try {
      return CallSigns.parse(JSON.parse(store.getItem(key(userId)) ?? '{}'))
    } catch {
      return {}
    }
  }
  return {
    get: (userId: number, departmentId: number): string | null => read(userId)[departmentId] ?? null,
    remember: (userId: number, departmentId: number, identifier: string): void =>
      store.setItem(key(userId), JSON.stringify({ ...read(userId), [departmentId]: identifier })),
  }
}

export const callSigns = createCallSigns(localStore)
