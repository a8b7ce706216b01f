import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField } from '../../components/form/field.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';

export function KeysScreen() {
  const keys = useProjectQuery<{ data: ApiKey[] }>('keys', '/keys');
  const [isCreating, setCreating] = useState(false);
  const [showsRevoked, setShowsRevoked] = useState(false);
  const create = () => setCreating(true);
  useActions([{ id: 'key-create', label: 'New key', group: 'Create', icon: Plus, keys: 'c', run: create }]);
  return (
    <Page
      title="Keys"
      intro="Keys give access to this project’s API. Secret keys can write and belong on servers. Publishable keys only read and are safe in browsers."
      actions={
        <Button variant="primary" icon={Plus} onClick={create}>
          New key
        </Button>
      }
    >
      <QueryView query={keys}>
        {({ data }) => {
          const visibleKeys = data.filter(({ revoked_at }) => showsRevoked || revoked_at === null).reverse();
          const revokedCount = data.filter(({ revoked_at }) => revoked_at !== null).length;
          return (
            <>
              {visibleKeys.length === 0 ? (
                <EmptyState
                  icon={KeyRound}
                  title="No keys yet"
                  action={<Button onClick={create}>Create the first key</Button>}
                >
                  A site that shows this project’s content needs a publishable key; a script that writes it
                  needs a secret one.
                </EmptyState>
              ) : (
                <KeyTable keys={visibleKeys} />
              )}
              {revokedCount === 0 ? null : (
                <CheckField
                  label={`Show revoked keys (${revokedCount})`}
                  checked={showsRevoked}
                  onChange={setShowsRevoked}
                />
              )}
            </>
          );
        }}
      </QueryView>
      {isCreating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
