import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '../../contract/constants.ts'
import { commonPasswords, isCommonPassword } from '../../contract/rules/common-password.ts'
import classes from './password-warning.module.css'

/** Under the field of a new password: warns of one that everybody tries first, and which the server refuses. */
export function PasswordWarning({ password }: { readonly password: string }) {
  const { t } = useTranslation('auth')
  const { data: common } = useQuery({
    queryKey: ['common-passwords'],
    queryFn: commonPasswords,
    enabled: password.length >= PASSWORD_MIN,
    staleTime: Number.POSITIVE_INFINITY,
  })
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
