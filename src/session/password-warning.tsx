import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '../../contract/constants.ts'
import { commonPasswords, isCommonPassword } from '../../contract/rules/common-password.ts'
import classes from './password-warning.module.css'

/** The common passwords, once they are wanted and there; without them nothing is warned of. */
function useCommonPasswords(isWanted: boolean): ReadonlySet<string> | undefined {
  const [common, setCommon] = useState<ReadonlySet<string>>()
  const isMissing = isWanted && common === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let isCurrent = true
    commonPasswords().then(
      (found) => isCurrent && setCommon(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing])
  return common
}

/** Under the field of a new password: warns of one that everybody tries first, and which the server refuses. */
export function PasswordWarning({ password }: { readonly password: string }) {
  const { t } = useTranslation('auth')
  const common = useCommonPasswords(password.length >= PASSWORD_MIN)
  const isCommon = common !== undefined && isCommonPassword(password, common)
  return (
    <p className={classes.warning} role="status">
      {isCommon ? (
        <>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{t('commonPassword')}</span>
        </>
      ) : null}
    </p>
  )
}
