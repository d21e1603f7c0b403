package outside

import (
	"bufio"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestServer starts the server of `make lab` and asks it for the list of notebooks, without a token and with it. It
// must not serve without a token or a password, whatever the user's configuration says.
func TestServer(t *testing.T) {
	venv := installed(t)
	const refusal = "Your Jupyter configuration sets an empty token and no password: anyone"
	for _, c := range []struct {
		name, config, environment, argument, says string
		without, with                             int // the server's answers; 0 if it does not start
	}{
		{"as it comes", "", "", "", "/lab?token=", 403, 200},
		{"a token of the user", "", "JUPYTER_TOKEN=hidden", "", "It asks for your Jupyter token.", 403, 200},
		{"a password", `c.PasswordIdentityProvider.hashed_password = "sha1:a:b"`, "", "",
			"It asks for your Jupyter password.", 403, 403},
		{"an empty token, by its old name", "c.ServerApp.token = ''", "", "", refusal, 0, 0},
		{"an empty token", "c.IdentityProvider.token = ''", "", "", refusal, 0, 0},
		{"an empty token as an argument", "", "", "--IdentityProvider.token=", refusal, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "jupyter_server_config.py", c.config+"\n")
			cmd := exec.Command(filepath.Join(venv, "bin/python"), "internal/tools/lab.py", "--no-browser")
			if c.argument != "" {
				cmd.Args = append(cmd.Args, c.argument)
			}
			cmd.Dir = root(t)
			cmd.Env = environment("JUPYTER_CONFIG_DIR="+dir, "JUPYTER_RUNTIME_DIR="+dir)
			if c.environment != "" {
				cmd.Env = append(cmd.Env, c.environment)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd.Stderr = cmd.Stdout
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				_ = cmd.Process.Kill() // it may have ended
				_ = cmd.Wait()
			}()
			said := invitation(out)
			address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(said)
			token := "hidden"
			if _, its, ok := strings.Cut(said, "?token="); ok {
				token, _, _ = strings.Cut(its, "\n")
			}
			if !strings.Contains(said, c.says) || strings.Contains(said, "hidden") || (address == "") != (c.with == 0) {
				t.Fatalf("it says:\n%s", said)
			}
			if c.with == 0 {
				return
			}
			if without, with := status(t, address, ""), status(t, address, token); without != c.without || with != c.with {
				t.Errorf("without the token it answers %d, with it %d, expected %d and %d",
					without, with, c.without, c.with)
			}
		})
	}
}

// invitation is what the server says until it serves, or ends.
func invitation(out io.Reader) string {
	var said strings.Builder
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "Stop the server") {
		said.WriteString(lines.Text() + "\n")
	}
	return said.String()
}

// status asks for the list of notebooks. The server says its address a moment before it listens there.
func status(t *testing.T, url, token string) int {
	t.Helper()
	request, err := http.NewRequest("GET", url+"/api/contents", nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "token "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	for tries := 0; err != nil && tries < 100; tries++ {
		time.Sleep(time.Second / 4)
		answer, err = http.DefaultClient.Do(request)
	}
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}
