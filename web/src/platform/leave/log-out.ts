import { signOut } from '../session/session.ts'
import { mayLeavePage } from './leave-questions.ts'

/** Signs out, after confirmation if anything would be lost. */
export async function logOut(): Promise<void> {
  if (await mayLeavePage()) signOut()
}
