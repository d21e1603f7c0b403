package setup

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gibbslab/internal/attack/frame"
)

const refusal = "Your Jupyter configuration sets an empty token and no password: " +
	"anyone on this machine could run programs as you. …"

// Who may use the server that `make lab` starts.
var servers = []frame.Attack{
	{Name: "server-without-settings", Run: func() { lab("", nil) }, Want: `
Open http://127.0.0.1:…/lab?token=…
without the token: 403
with it: 200`},
	{Name: "server-with-a-token-of-the-user", Run: func() { lab("", []string{"JUPYTER_TOKEN=hidden"}) }, Want: `
Open http://127.0.0.1:…/lab
It asks for your Jupyter token.
without the token: 403
with it: 200`},
	{Name: "server-with-a-password", Run: func() { lab(password, nil) }, Want: `
Open http://127.0.0.1:…/lab
It asks for your Jupyter password.
without the token: 403
with it: 403`},
	{Name: "server-with-an-empty-token", Run: emptyTokens, Want: refusal + "\n" + refusal + "\n" + refusal},
}

const password = `c.PasswordIdentityProvider.hashed_password = "sha1:a:b"`

// emptyTokens switches authentication off, by an old name, by a new one and as an argument.
func emptyTokens() {
	lab("c.ServerApp.token = ''", nil)
	lab("c.IdentityProvider.token = ''", nil)
	lab("", nil, "--IdentityProvider.token=")
}

var usualLine = regexp.MustCompile("^(Starting|If your browser|    ssh )")

var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// lab starts the server with a configuration, prints what it says, and asks it for the list of
// notebooks.
func lab(configuration string, settings []string, arguments ...string) {
	dir, err := os.MkdirTemp(".", "lab")
	must(err)
	dir, err = filepath.Abs(dir)
	must(err)
	must(os.WriteFile(filepath.Join(dir, "jupyter_server_config.py"), []byte(configuration+"\n"), 0o666))
	arguments = append([]string{filepath.Join(root(), "internal/tools/lab.py"), "--no-browser"}, arguments...)
	cmd := exec.Command(filepath.Join(root(), ".venv/bin/python"), arguments...)
	cmd.Env = append(environment(settings...), "JUPYTER_CONFIG_DIR="+dir, "JUPYTER_RUNTIME_DIR="+dir)
	out, err := cmd.StdoutPipe()
	must(err)
	cmd.Stderr = cmd.Stdout
	must(cmd.Start())
	defer func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	}()
	lines := bufio.NewScanner(out)
	url, token := "", "hidden"
	for lines.Scan() {
		line := lines.Text()
		if at := address.FindString(line); at != "" && url == "" {
			url = at
		}
		if _, its, ok := strings.Cut(line, "?token="); ok {
			token = its
		}
		if strings.HasPrefix(line, "Stop the server") {
			break
		}
		if !usualLine.MatchString(line) {
			fmt.Println(line)
		}
	}
	if url != "" {
		fmt.Println("without the token:", status(url, ""))
		fmt.Println("with it:", status(url, token))
	}
}

// status asks for the list of notebooks. The server says its address a moment before it listens
// there.
func status(url, token string) int {
	request, err := http.NewRequest("GET", url+"/api/contents", nil)
	must(err)
	if token != "" {
		request.Header.Set("Authorization", "token "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	for tries := 0; err != nil && tries < 100; tries++ {
		time.Sleep(time.Second / 4)
		answer, err = http.DefaultClient.Do(request)
	}
	must(err)
	answer.Body.Close()
	return answer.StatusCode
}
