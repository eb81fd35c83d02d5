import type { CurrentUser } from '@tenfour/contract'
import { createContext, use } from 'react'

export const SignedInUser = createContext<CurrentUser | null>(null)

/** The user the page is rendered for. Updates live, and keeps the last one known while a session that ended is being left. */
export function useSignedInUser(): CurrentUser {
  const user = use(SignedInUser)
  if (!user) throw new Error('This page is only for signed-in users')
  return user
}
