import { Trash2 } from 'lucide-react';
import { useContext } from 'react';
import { localeQuery } from '../../api/locales.ts';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import { restoreLocale } from '../../api/trash.ts';
import { Button } from '../../components/base/button.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { trashPeriod } from '../trash-period.ts';
import { TermLocaleContext } from './term-locale.ts';
import type { Term, TermForm, TermValues } from './use-term-form.ts';

interface DeleteTermLocaleProps<Form extends TermValues> {
  form: TermForm<Term, Form>;
  stored: Term;
  onDone: () => void;
}

/** Asks, then deletes the texts of a term in its locale. Absent in the default locale, and without texts in the locale. */
export function DeleteTermLocale<Form extends TermValues>(props: DeleteTermLocaleProps<Form>) {
  const { form, stored, onDone } = props;
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const { locale, source } = useContext(TermLocaleContext) ?? {};
  if (locale === undefined || source == null || stored.locales?.includes(locale.code) !== true) return null;
  const { path, module } = form.kind;
  const remove = async () => {
    await api.remove(`${path}/${stored.id}`, { query: localeQuery(locale) });
    toast(`${locale.name} moved to the trash`, { label: 'Undo', run: () => void restore() });
    onDone();
    void refresh(module);
  };
  const restore = async () => {
    try {
      await restoreLocale(api, { id: stored.id, locale: locale.code });
      toast(`${locale.name} restored`);
    } catch (error) {
      toastError(error);
    }
    await refresh(module);
  };
  const ask = () =>
    confirm({
      title: `Delete ${locale.name}?`,
      body: `Readers of ${locale.name} see the texts in ${source.name} instead. The texts stay in the trash for ${trashPeriod}.`,
      action: `Delete ${locale.name}`,
      danger: true,
      run: remove,
    });
  return (
    <Button needs="publish" variant="quiet" icon={Trash2} onClick={ask}>
      Delete <bdi>{locale.name}</bdi>
    </Button>
  );
}
