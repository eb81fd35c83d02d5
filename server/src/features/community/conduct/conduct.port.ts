import type { NewcomersConduct } from '../../people/users/users.port.ts'
import { currentConduct, insertAcceptance } from './conduct.repo.ts'

export const newcomersConduct: NewcomersConduct = {
  current: currentConduct,
  accept: (tx, userId, number) => insertAcceptance(tx, number, userId, 'portal'),
}
