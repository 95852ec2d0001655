"""The test format of kmend's text tests."""

import copy
import os
import shlex

import lit.formats
import lit.TestRunner


class QuotingShTest(lit.formats.ShTest):
    """ShTest for a checkout whose path holds a space: quotes what lit does not."""

    def execute(self, test, litConfig):
        _, base = lit.TestRunner.getTempPaths(test)
        source = test.getSourcePath()
        test.config = copy.copy(test.config)
        test.config.substitutions = test.config.substitutions + [
            ("%s", shlex.quote(source)),
            ("%S", shlex.quote(os.path.dirname(source))),
            ("%t", shlex.quote(base + ".tmp")),
        ]
        return super().execute(test, litConfig)
